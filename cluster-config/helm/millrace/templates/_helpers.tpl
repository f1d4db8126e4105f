{{/* Every object has the name of the release. Nodes find each other by the label app, which is that name too (MILLRACE_SERVICE). */}}
{{- define "millrace.account" -}}
{{- .Values.serviceAccount.name | default .Release.Name -}}
{{- end -}}

{{- define "millrace.image" -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}

{{- define "millrace.config" -}}
{{- if .Values.jobs.namespaces }}
millrace.worker.kubernetes.namespaces = {{ toJson .Values.jobs.namespaces }}
{{- end }}
{{- with .Values.config }}
{{ . }}
{{- end }}
{{- end -}}
