// Light and dark, screen, phone and paper.
//
// The palette is Okabe and Ito's, darkened on white and lightened on black until each tone has a
// contrast of 3 : 1 or more with the paper; text has 4.5 : 1 or more. Each tone has a dash, too.
#include "report/style.hpp"

#include <fmt/format.h>

#include <string_view>

namespace calibrant::report {

namespace {

constexpr std::string_view kLight =
    "--paper:#fff;--ink:#1b1f24;--soft:#525c67;--grid:#e6e9ed;--axis:#87919b;\n"
    "--panel:#f5f7f9;--link:#00629b;--t0:#6b7580;--t1:#0072b2;--t2:#c24d00;--t3:#00785a;"
    "--t4:#a3508a;--t5:#a86f00;--t6:#1b1f24";
constexpr std::string_view kDark =
    "--paper:#11161c;--ink:#e8edf2;--soft:#a9b4bf;--grid:#2a323b;--axis:#7d8894;\n"
    "--panel:#1a2129;--link:#7cc4f2;--t0:#98a3ae;--t1:#56b4e9;--t2:#ff8f52;--t3:#35c49d;"
    "--t4:#e59fca;--t5:#f0bb45;--t6:#e8edf2";
constexpr std::string_view kPrinted =
    "--paper:#fff;--ink:#000;--soft:#444;--grid:#e2e2e2;--axis:#777;\n"
    "--panel:#f5f5f5;--link:#000;--t0:#666;--t1:#0072b2;--t2:#c24d00;--t3:#00785a;--t4:#a3508a;"
    "--t5:#a86f00;--t6:#000";

}  // namespace

std::string palette_style() {
  return fmt::format(R"(
:root{{color-scheme:light dark;{}}}
@media (prefers-color-scheme:dark){{:root{{{}}}}}
@media print{{:root{{color-scheme:light;{}}}}}
)",
                     kLight, kDark, kPrinted);
}

std::string figure_style() {
  return R"(
.plot{display:block;width:100%;height:auto;overflow:visible;font-family:system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
.plot .tk{font-size:12px;fill:var(--soft)}
.plot .lb{font-size:13px;fill:var(--ink)}
.plot path{fill:none;stroke:none}
.plot .grid{stroke:var(--grid);stroke-width:1}
.plot .axis{stroke:var(--axis);stroke-width:1}
.plot .paper{fill:var(--paper);opacity:.94}
.plot .frame{fill:none;stroke:var(--axis);stroke-width:1}
.plot .line{stroke:var(--c);stroke-width:2;stroke-linejoin:round;stroke-linecap:butt}
.plot .rng{stroke:var(--c);stroke-width:1.5}
.plot .sym{fill:var(--c);stroke:var(--paper);stroke-width:1.6;paint-order:stroke}
.plot .band{fill:var(--c);opacity:.22}
.plot .bar{fill:var(--c);opacity:.85}
.plot .t0{--c:var(--t0)}.plot .t1{--c:var(--t1)}.plot .t2{--c:var(--t2)}.plot .t3{--c:var(--t3)}
.plot .t4{--c:var(--t4)}.plot .t5{--c:var(--t5)}.plot .t6{--c:var(--t6)}
.plot .line.t0{stroke-width:1.2;stroke-dasharray:4 4}
.plot .line.t2{stroke-dasharray:8 3}.plot .line.t3{stroke-dasharray:2.5 2.5}
.plot .line.t4{stroke-dasharray:9 3 2 3}.plot .line.t5{stroke-dasharray:5 2}.plot .line.t6{stroke-dasharray:1.5 3}
.plot .hit{fill:transparent;stroke:none}
.plot .pt{outline:none;cursor:default}
.plot .pt:hover .hit,.plot .pt:focus .hit{stroke:var(--ink);stroke-width:1.5}
.plot .tip{display:none;pointer-events:none}
.plot .pt:hover .tip,.plot .pt:focus .tip{display:inline}
.plot .tip rect{fill:var(--paper);stroke:var(--axis)}
.plot .tip text{fill:var(--ink)}
@media print{.plot .pt{display:none}}
)";
}

std::string guest_style() {
  // JupyterLab, Visual Studio Code and Colab say on the page which theme they have.
  std::string style =
      fmt::format(R"(
.plot{{{0}}}
@media (prefers-color-scheme:dark){{.plot{{{1}}}}}
[data-jp-theme-light="true"] .plot,.vscode-light .plot,html[theme="light"] .plot{{{0}}}
[data-jp-theme-light="false"] .plot,.vscode-dark .plot,html[theme="dark"] .plot{{{1}}}
@media print{{.plot.plot.plot{{{2}}}}}
.plot text{{font-weight:400;font-style:normal;letter-spacing:normal;text-transform:none}}
)",
                  kLight, kDark, kPrinted) +
      figure_style() +
      ".plot{background:var(--paper);max-width:31rem;box-sizing:border-box;padding:.3rem}\n";
  constexpr std::string_view kClass = ".plot";
  constexpr std::string_view kGuest = ".calibrant-plot";
  for (std::size_t at = 0; (at = style.find(kClass, at)) != std::string::npos;) {
    style.replace(at, kClass.size(), kGuest);
    at += kGuest.size();
  }
  return style;
}

std::string page_style() {
  return R"(
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
header,main,footer{max-width:62rem;margin:0 auto;padding:0 1rem}
h1{font-size:1.35rem;line-height:1.25;margin:1.5rem 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1.1rem;margin:2.2rem 0 .4rem}
p,ul{margin:.5rem 0;max-width:48rem;overflow-wrap:anywhere}
.lead{font-size:1.25rem;line-height:1.4;max-width:none;margin:.6rem 0 1.2rem}
.warning{border-left:4px solid var(--t2);background:var(--panel);padding:.5rem .8rem;margin:0 0 1.2rem;max-width:none}
.note,figcaption,caption,footer{color:var(--soft);font-size:.875rem}
figure{margin:0;min-width:0;max-width:31rem}
figcaption{color:var(--ink);font-weight:600;margin:.6rem 0 .3rem}
.row{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,23rem),1fr));gap:1rem 2rem;align-items:start}
.row.small{grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:.5rem 1.2rem}

table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}
caption{text-align:left;padding:.3rem 0}
th,td{padding:.22rem .7rem .22rem 0;text-align:left;vertical-align:baseline;border-bottom:1px solid var(--grid);white-space:nowrap}
.wrap th,.wrap td{white-space:normal}
.tight{font-size:.8rem}.tight th.n,.tight td.n{padding-left:.7rem}
.facts td{white-space:normal;overflow-wrap:anywhere}
th.n,td.n{text-align:right;padding:.22rem 0 .22rem .9rem}
th.n+th:not(.n),td.n+td:not(.n){padding-left:.9rem}
thead th{border-bottom:1px solid var(--axis);font-weight:600}
tbody th{font-weight:400}
tr.marked{background:var(--panel)}
tr.marked th{font-weight:600}
.scroll{overflow-x:auto;max-width:100%;margin:.5rem 0}
.scroll:focus-visible,summary:focus-visible,input:focus-visible{outline:2px solid var(--link);outline-offset:2px}
details{margin:.2rem 0 .8rem}
summary{color:var(--link);font-size:.875rem;cursor:pointer;width:max-content;padding:.2rem 0}
.numbers{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,13rem),1fr));gap:.8rem;margin:1rem 0 0;padding:0;max-width:none}
.numbers>div{background:var(--panel);border-radius:.5rem;padding:.7rem .9rem}
.numbers dt{font-size:.875rem;color:var(--soft)}
.numbers dd{margin:0}
.numbers .value{font-size:1.3rem;font-weight:600;font-variant-numeric:tabular-nums}
.numbers .range{font-size:.78rem;color:var(--soft)}
.slider{display:flex;flex-wrap:wrap;gap:.3rem 1rem;align-items:center;margin:.6rem 0}
.slider[hidden]{display:none}
.slider output{min-width:3.5rem;font-weight:600;font-variant-numeric:tabular-nums}
.slider input{flex:1 1 14rem;max-width:28rem;accent-color:var(--t1);min-height:2rem}
footer{margin-top:2rem;padding-bottom:2rem}
@media print{
@page{size:A4;margin:10mm 12mm}
body{font-size:7.8pt;line-height:1.25}
header,main,footer{max-width:none;padding:0}
h1{font-size:12.5pt;margin:0 0 1mm}h2{font-size:10pt;margin:2.4mm 0 .5mm;break-after:avoid}
.lead{font-size:10pt;line-height:1.25;margin:1mm 0 2mm}
.warning{font-size:7pt;padding:.3mm 2mm;margin:0 0 1mm}
.screen{display:none}
p{margin:.6mm 0;max-width:none}
.note,figcaption,caption,footer,table,.tight,.numbers dt,.numbers .range{font-size:7pt}
figure{max-width:none}
.numbers{grid-template-columns:repeat(4,1fr);gap:2mm;margin:1mm 0 0}.numbers>div{padding:1.2mm 2mm}.numbers .value{font-size:10.5pt}
.row{grid-template-columns:repeat(2,1fr);gap:1mm 8mm}
.row.small{grid-template-columns:repeat(3,1fr);gap:1mm 5mm}
figcaption{margin:.5mm 0}
figure,tr,.numbers,.row.small,.row.small~.scroll{break-inside:avoid}
h2+p{break-after:avoid}p{break-inside:avoid}
.facts th,.facts td{padding-top:0;padding-bottom:0}
.row.wide{grid-template-columns:3fr 1fr}.row.small .plot{width:82%}
.scroll{overflow:visible;margin:.8mm 0}
th,td,th.n,td.n{padding-top:.25mm;padding-bottom:.25mm}
details,.slider{display:none}
footer{margin-top:2mm;padding:0}
}
)";
}

std::string page_script() {
  return R"(
(function(){
var all=function(q,e){return Array.prototype.slice.call((e||document).querySelectorAll(q))};
all('svg.plot').forEach(function(plot){
var points=all('.pt',plot);
points.forEach(function(point,i){
if(i)point.setAttribute('tabindex','-1');
point.addEventListener('keydown',function(e){
var k=e.key,j=-1;
if(k==='ArrowRight'||k==='ArrowDown')j=i+1;
if(k==='ArrowLeft'||k==='ArrowUp')j=i-1;
if(k==='Home')j=0;
if(k==='End')j=points.length-1;
if(k==='Escape')point.blur();
if(!points[j])return;
e.preventDefault();
point.setAttribute('tabindex','-1');
points[j].setAttribute('tabindex','0');
points[j].focus();
});
});
});
all('.slider').forEach(function(box){
var input=box.querySelector('input'),rows=all('#'+box.getAttribute('data-rows')+' tbody tr');
if(!rows.length)return;
box.hidden=false;
var show=function(){
var cells=all('th,td',rows[+input.value]).map(function(c){return c.textContent});
input.setAttribute('aria-valuetext',cells[0]);
all('[data-cell]').forEach(function(e){e.textContent=cells[+e.getAttribute('data-cell')]});
};
input.addEventListener('input',show);
show();
});
})();
)";
}

}  // namespace calibrant::report
