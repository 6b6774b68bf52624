{{/* The chart's name, as a label. */}}
{{- define "yardmaster.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 35 | trimSuffix "-" }}
{{- end }}

{{/*
The name of everything. 35 characters, so that there is room for what Kubernetes and the worker groups
add within the 63 of a label.
*/}}
{{- define "yardmaster.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 35 | trimSuffix "-" }}
{{- else if contains (include "yardmaster.name" .) .Release.Name }}
{{- .Release.Name | trunc 35 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "yardmaster.name" .) | trunc 35 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* What selects pods; never to be changed, as a selector cannot be. */}}
{{- define "yardmaster.selector" -}}
app.kubernetes.io/name: {{ include "yardmaster.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* What selects the service's pod. */}}
{{- define "yardmaster.serverSelector" -}}
{{ include "yardmaster.selector" . }}
app.kubernetes.io/component: server
{{- end }}

{{- define "yardmaster.labels" -}}
{{ include "yardmaster.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 }}
{{- end }}

{{- define "yardmaster.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* The secret with the tokens of those who may call. */}}
{{- define "yardmaster.accessSecret" -}}
{{- if and .Values.access.existingSecret .Values.access.tokens }}
{{- fail "access.existingSecret and access.tokens: give one of them, not both." }}
{{- end }}
{{- if not (or .Values.access.existingSecret .Values.access.tokens) }}
{{- fail "Nobody could call the service, so it would not start: set access.existingSecret to a secret with the key application.yaml, or access.tokens to a list of name, roles and hash. `java -jar yardmaster.jar token` makes tokens." }}
{{- end }}
{{- .Values.access.existingSecret | default (printf "%s-access" (include "yardmaster.fullname" .)) }}
{{- end }}

{{/*
The service's settings: those of .Values.config, and what the chart knows itself. Probes and Prometheus call
the pod by its address, which a service with tokens answers to.
*/}}
{{- define "yardmaster.settings" -}}
{{- $name := include "yardmaster.fullname" . }}
{{- $namespace := .Release.Namespace }}
{{- $hosts := list $name (printf "%s.%s" $name $namespace) (printf "%s.%s.svc" $name $namespace) (printf "%s.%s.svc.cluster.local" $name $namespace) }}
{{- if .Values.ingress.enabled }}
{{- $hosts = concat $hosts .Values.ingress.hosts }}
{{- end }}
{{- $hosts = concat $hosts .Values.http.allowedHosts | uniq }}
{{- $embedded := dict "count" .Values.embeddedWorkers.count "stop-within" (printf "%ds" (int .Values.embeddedWorkers.stopWithin)) }}
{{- $own := dict "yardmaster" (dict "http" (dict "allowed-hosts" $hosts "allowed-origins" .Values.http.allowedOrigins) "workers" (dict "embedded" $embedded)) }}
{{- if .Values.postgresql.url }}
{{- $_ := set $own "spring" (dict "datasource" (dict "url" .Values.postgresql.url "username" .Values.postgresql.username)) }}
{{- end }}
{{- if .Values.ingress.enabled }}
{{- $_ := set $own "server" (dict "forward-headers-strategy" "native") }}
{{- end }}
{{- /* Who installs workers wants pipelines that bring commands; where others can call, somebody has to say so. */}}
{{- $commands := or (gt (int .Values.embeddedWorkers.count) 0) (not (empty .Values.workers.groups)) }}
{{- $usual := dict "yardmaster" (dict "commands" (dict "allowed" $commands)) }}
{{- mergeOverwrite $usual (deepCopy .Values.config) $own | toYaml }}
{{- end }}

{{/* Pod Security Standard "restricted", of a pod. */}}
{{- define "yardmaster.podSecurity" -}}
runAsNonRoot: true
{{- with .Values.security.runAsUser }}
runAsUser: {{ int . }}
runAsGroup: {{ int . }}
{{- end }}
{{- with .Values.security.fsGroup }}
fsGroup: {{ int . }}
fsGroupChangePolicy: OnRootMismatch
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{/* And of a container. */}}
{{- define "yardmaster.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* The port in a JDBC URL; PostgreSQL's own where there is none. */}}
{{- define "yardmaster.databasePort" -}}
{{- $authority := regexFind "^jdbc:postgresql://[^/]+" .Values.postgresql.url }}
{{- regexFind ":[0-9]+$" $authority | trimPrefix ":" | default "5432" }}
{{- end }}

{{/* What would only be noticed at night. */}}
{{- define "yardmaster.check" -}}
{{- $config := .Values.config }}
{{- range list "yardmaster.access" "yardmaster.data-dir" "yardmaster.http" "yardmaster.workers.embedded" "server.port" "server.address" "management.server" "spring.datasource.url" "spring.datasource.username" "spring.datasource.password" }}
{{- $at := $config }}
{{- range splitList "." . }}
{{- $at = ternary (get (default dict $at) .) nil (kindIs "map" $at) }}
{{- end }}
{{- if $at }}
{{- fail (printf "config: %s is not set there, as the chart sets it itself: see access, http, embeddedWorkers, postgresql and persistence." .) }}
{{- end }}
{{- end }}
{{- range list "server.ssl" "server.servlet.context-path" "server.servlet.contextPath" }}
{{- $at := $config }}
{{- range splitList "." . }}
{{- $at = ternary (get (default dict $at) .) nil (kindIs "map" $at) }}
{{- end }}
{{- if $at }}
{{- fail (printf "config: %s cannot be set there: within the cluster the service speaks plain HTTP at /, to its probes, to Prometheus, to the workers and to the ingress. For TLS see ingress.tlsSecret." .) }}
{{- end }}
{{- end }}
{{- if lt (int .Values.terminationGracePeriodSeconds) (add .Values.embeddedWorkers.stopWithin 15 | int) }}
{{- fail (printf "terminationGracePeriodSeconds is %d: the workers inside have %d s to finish their blocks (embeddedWorkers.stopWithin), and the service 15 more to write everything. Set it to %d or more." (int .Values.terminationGracePeriodSeconds) (int .Values.embeddedWorkers.stopWithin) (add .Values.embeddedWorkers.stopWithin 15)) }}
{{- end }}
{{- if .Values.postgresql.url }}
{{- if not .Values.postgresql.passwordSecret.name }}
{{- fail "postgresql.passwordSecret.name: name the secret with the password of the database's user." }}
{{- end }}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) }}
{{- fail "ingress.hosts: name at least one host; the service answers only to names that it knows." }}
{{- end }}
{{- if and .Values.ingress.enabled .Values.networkPolicy.enabled (not .Values.networkPolicy.from) }}
{{- fail "networkPolicy.from: say where the ingress controller is, such as [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: ingress-nginx}}}]; the network policy would keep it out." }}
{{- end }}
{{- if .Values.metrics.serviceMonitor.enabled }}
{{- if not .Values.metrics.serviceMonitor.tokenSecret.name }}
{{- fail "metrics.serviceMonitor.tokenSecret.name: name a secret with a token that has the role view; Prometheus would be answered 401." }}
{{- end }}
{{- if and .Values.networkPolicy.enabled (not .Values.networkPolicy.metricsFrom) }}
{{- fail "networkPolicy.metricsFrom: say where Prometheus is, such as [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: monitoring}}}]; the network policy would keep it out." }}
{{- end }}
{{- end }}
{{- if and .Values.workers.groups (not .Values.workers.tokenSecret.name) }}
{{- fail "workers.tokenSecret.name: name a secret with a token that has the role work; the workers would be answered 401." }}
{{- end }}
{{- end }}
