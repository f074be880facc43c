"""Graphs of ONNX behind converted classifiers, as one model that ONNX Runtime runs."""

import io

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression

from calibrant import Auto, Matrix, OneVsRest, Vector

onnx = pytest.importorskip("onnx")
onnxruntime = pytest.importorskip("onnxruntime")
compose = pytest.importorskip("onnx.compose")


def data(classes):
    X, y = make_classification(900, 8, n_informative=5, n_classes=classes, random_state=classes)
    return X.astype(np.float32), y


def run(graph, X):
    session = onnxruntime.InferenceSession(
        graph.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    names = [output.name for output in session.get_outputs()]
    return dict(zip(names, session.run(None, {"X": X}), strict=True))


def chained(network, calibration, output):
    """Both graphs as one, which has the output of the second."""
    behind = onnx.load_from_string(calibration)
    outputs = [behind.graph.output[0].name]
    whole = compose.merge_models(network, behind, io_map=[(output, "score")], outputs=outputs)
    onnx.checker.check_model(whole, full_check=True)
    return whole


def expect_chain(network, output, calibration, X, apply):
    """What the chain gives is the model's answer to what the classifier alone gives, in floats."""
    said = run(network, X)[output]
    assert said.dtype == np.float32
    (got,) = run(chained(network, calibration, output), X).values()
    np.testing.assert_allclose(got, apply(said.astype(float)), rtol=0, atol=1e-12)


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("kind", [LogisticRegression, RandomForestClassifier])
@pytest.mark.parametrize("method", [Vector(), Matrix(), OneVsRest(), Auto()], ids=str)
@pytest.mark.parametrize("classes", [2, 3])
def test_behind_scikit_learn(kind, method, classes):
    to_onnx = pytest.importorskip("skl2onnx").to_onnx
    X, y = data(classes)
    classifier = kind().fit(X[:300], y[:300])
    fitted = method.fit(classifier.predict_proba(X[300:600]), y[300:600])
    network = to_onnx(classifier, X[:1], target_opset=17, options={"zipmap": False})
    if isinstance(method, Auto) and classes == 2:
        text = fitted.curve_.export("onnx", input="float", input_columns=2)
        expect_chain(network, "probabilities", text, X[600:], lambda p: fitted.curve_(p[:, 1]))
    else:
        text = fitted.model_.export("onnx", input="float")
        expect_chain(network, "probabilities", text, X[600:], fitted.model_)


def converted(torch, layers, X):
    """A network as a graph of opset 17."""
    file = io.BytesIO()
    torch.onnx.export(
        torch.nn.Sequential(*layers).eval(),
        (torch.from_numpy(X[:2]),),
        file,
        input_names=["X"],
        output_names=["logits"],
        dynamic_axes={"X": {0: "N"}, "logits": {0: "N"}},
        opset_version=17,
        dynamo=False,
    )
    return onnx.load_from_string(file.getvalue())


def linear(torch, weight, bias):
    layer = torch.nn.Linear(weight.shape[1], weight.shape[0])
    layer.weight.data = torch.from_numpy(weight.astype(np.float32))
    layer.bias.data = torch.from_numpy(bias.astype(np.float32))
    return layer


@pytest.mark.parametrize("classes", [2, 3])
def test_behind_pytorch(classes):
    torch = pytest.importorskip("torch")
    X, y = data(classes)
    fitted = LogisticRegression().fit(X[:300], y[:300])
    weight, bias = fitted.coef_, fitted.intercept_
    if classes == 2:
        weight, bias = np.vstack([-weight, weight]), np.append(-bias, bias)
    graph = converted(torch, [linear(torch, weight, bias), torch.nn.Hardtanh(-6, 6)], X)
    logits = run(graph, X[300:600])["logits"].astype(float)
    # Fitted to logits, and to probabilities while the network still gives logits.
    by_logits = Vector(input="logits").fit(logits, y[300:600]).model_
    expect_chain(graph, "logits", by_logits.export("onnx", input="float"), X[600:], by_logits)
    model = Vector().fit(softmax(logits), y[300:600]).model_
    text = model.export("onnx", input="float", logits=True)
    expect_chain(graph, "logits", text, X[600:], lambda z: model(softmax(z)))
    if classes == 2:
        curve = Auto().fit(softmax(logits)[:, 1], y[300:600]).curve_
        text = curve.export("onnx", input="float", input_columns=2, logits=True)
        expect_chain(graph, "logits", text, X[600:], lambda z: curve(softmax(z)[:, 1]))


@pytest.mark.parametrize("columns", [0, 1])
def test_behind_pytorch_with_one_logit(columns):
    torch = pytest.importorskip("torch")
    X, y = data(2)
    fitted = LogisticRegression().fit(X[:300], y[:300])
    layers = [linear(torch, fitted.coef_, fitted.intercept_)]
    if columns == 0:
        layers.append(torch.nn.Flatten(0))
    graph = converted(torch, layers, X)
    z = run(graph, X[300:600])["logits"].astype(float)
    assert z.shape == ((300, 1) if columns else (300,))

    def both(z):
        return np.column_stack([np.zeros(z.size), z.ravel()])

    model = Vector(input="logits").fit(both(z), y[300:600]).model_
    text = model.export("onnx", input="float", input_columns=columns)
    expect_chain(graph, "logits", text, X[600:], lambda z: model(both(z)))
    curve = Auto().fit(softmax(both(z))[:, 1], y[300:600]).curve_
    text = curve.export("onnx", input="float", input_columns=columns, logits=True)
    expect_chain(graph, "logits", text, X[600:], lambda z: curve(softmax(both(z))[:, 1]))
