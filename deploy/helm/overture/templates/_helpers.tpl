{{/* At most 53 letters: names of parts follow. */}}
{{- define "overture.name" -}}
{{- if contains "overture" .Release.Name }}{{ .Release.Name | trunc 53 | trimSuffix "-" }}{{ else }}{{ printf "%s-overture" .Release.Name | trunc 53 | trimSuffix "-" }}{{ end -}}
{{- end -}}

{{- define "overture.selector" -}}
app.kubernetes.io/name: overture
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "overture.labels" -}}
{{ include "overture.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "overture.image" -}}
{{- $repository := required "imageRepository is missing: where your image is (docs/operate/kubernetes.md)" .Values.imageRepository -}}
{{- $tag := .Values.imageTag | default .Chart.AppVersion -}}
{{- if hasPrefix "sha256:" $tag }}{{ printf "%s@%s" $repository $tag }}{{ else }}{{ printf "%s:%s" $repository $tag }}{{ end -}}
{{- end -}}

{{- define "overture.secret" -}}
{{- required "existingSecret is missing: the name of a Secret with DATABASE_URL and SECRET_KEY (docs/operate/kubernetes.md)" .Values.existingSecret -}}
{{- end -}}

{{- define "overture.appUrl" -}}
{{- $url := required "appUrl is missing: the https address where people reach it (docs/operate/kubernetes.md)" .Values.appUrl -}}
{{- if not (hasPrefix "https://" $url) }}{{ fail (printf "appUrl must begin with https://, not %s" $url) }}{{ end -}}
{{- $url -}}
{{- end -}}

{{/* The memory settings of `npm start` and of the image; the production image test compares them. */}}
{{- define "overture.command" -}}
[node, --disable-warning=ExperimentalWarning, --max-semi-space-size=4, --heap-growing-percent=25]
{{- end -}}

{{- define "overture.env" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
# Named one by one: a pod whose Secret lacks a key is not started, and its event names the key.
{{- range list "DATABASE_URL" "SECRET_KEY" }}
- { name: {{ . }}, valueFrom: { secretKeyRef: { name: {{ include "overture.secret" $ }}, key: {{ . }} } } }
{{- end }}
- { name: APP_URL, value: {{ include "overture.appUrl" . | quote }} }
- { name: DRAIN_SECONDS, value: {{ .Values.drainSeconds | quote }} }
- { name: DATA_DIR, value: /data }
- { name: HOST, value: '0.0.0.0' }
- { name: PORT, value: '3000' }
- { name: HEALTH_PORT, value: '3000' }
{{- end -}}

{{/* An ordinary user, no rights, nothing written outside its volumes. */}}
{{- define "overture.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "overture.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "overture.mounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
- { name: engine, mountPath: /app/.runtime }
{{- end -}}

{{- define "overture.volumes" -}}
- name: data
  persistentVolumeClaim: { claimName: {{ .Values.existingClaim | default (printf "%s-data" (include "overture.name" .)) }} }
- { name: tmp, emptyDir: {} }
# The engine of the lead database, fetched when it is first wanted.
- name: engine
  emptyDir: { sizeLimit: 2Gi }
{{- end -}}
