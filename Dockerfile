# A digest makes the base immutable: docker build --build-arg BASE=python:3.13-slim-trixie@sha256:...
ARG BASE=python:3.13-slim-trixie

FROM ${BASE} AS build
WORKDIR /clblint
COPY pyproject.toml README.md LICENSE ./
COPY clblint/ clblint/
COPY plugins/ plugins/
COPY schemas/ schemas/
COPY tools/ tools/
RUN pip wheel --no-cache-dir --wheel-dir /wheels .

FROM ${BASE}
# git is for --against. Its version is that of the base, which the digest pins.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install --yes --no-install-recommends git \
 && rm -rf /var/lib/apt/lists/* \
 && git config --system --add safe.directory /src \
 && useradd --no-create-home --uid 10001 clblint
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index /wheels/*.whl
WORKDIR /src
USER 10001
ENTRYPOINT ["clblint"]
