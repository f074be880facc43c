# A machine with everything that ./dev may install: docker build -t calibrant-dev . && docker run -it -v "$PWD:/calibrant" calibrant-dev
FROM debian:12
COPY tools/lib/packages /tmp/packages
RUN apt-get update \
  && sed -e '/^#/d' -e 's/^[a-z-]*://' /tmp/packages | DEBIAN_FRONTEND=noninteractive xargs apt-get install -y --no-install-recommends \
  && rm -rf /var/lib/apt/lists/* /tmp/packages
WORKDIR /calibrant
CMD ["bash"]
