import { expect, test } from 'vitest'
import { parseTemplate, TemplateError } from './go-template.ts'

const Data = { name: 'Ada', age: 36, yes: true, no: false, zero: 0, nil: null, empty: '', none: [], some: [0] }
const variables = { Token: '123456', Email: 'a<b@example.com', Provider: 'google', Data }
const shout = (value: string) => value.toUpperCase()

test.each([
  ['no actions', 'no actions'],
  ['{{ .Token }} and {{.Token}}', '123456 and 123456'],
  ['{{ .Email }}', 'A<B@EXAMPLE.COM'],
  ['{{ .Data.name }} is {{ .Data.age }}', 'ADA is 36'],
  ['[{{ .Nothing }}{{ .Data.nothing }}{{ .Data }}{{ .Token.length }}]', '[]'],
  ['{{ if .Token }}yes{{ else }}no{{ end }}', 'yes'],
  ['{{ if .Nothing }}yes{{ else }}no{{ end }}', 'no'],
  ['{{ if .Nothing }}yes{{ end }}!', '!'],
  ['{{ if .Data.no }}a{{ end }}{{ if .Data.zero }}b{{ end }}{{ if .Data.nil }}c{{ end }}', ''],
  ['{{ if .Data.empty }}a{{ end }}{{ if .Data.none }}b{{ end }}', ''],
  [
    '{{ if .Data.yes }}a{{ end }}{{ if .Data.age }}b{{ end }}{{ if .Data.some }}c{{ end }}{{ if .Data }}d{{ end }}',
    'abcd',
  ],
  ['{{ .Data.no }} {{ .Data.zero }}', 'FALSE 0'],
  ['{{ if eq .Provider "google" }}G{{ else }}?{{ end }}', 'G'],
  ['{{ if eq .Provider `google` }}G{{ end }}', 'G'],
  ['{{ if eq .Provider "x" }}X{{ else if eq .Provider "google" }}G{{ else }}?{{ end }}.', 'G.'],
  ['{{ if .Token }}{{ if .Nothing }}a{{ else }}b{{ end }}{{ end }}', 'b'],
  ['a {{- .Token -}} b', 'a123456b'],
  ['{{ .constructor }}{{ .Data.__proto__ }}', ''],
])('%s renders as %s', (source, rendered) => {
  expect(parseTemplate(source)(variables, shout)).toBe(rendered)
})

test.each([
  '{{ range .Items }}{{ end }}',
  '{{ .Token | html }}',
  '{{ template "x" }}',
  '{{ if .Token }}',
  '{{ if .Token }}a{{ else }}b',
  '{{ end }}',
  '{{ else }}',
])('%s is refused', (source) => {
  expect(() => parseTemplate(source)).toThrow(TemplateError)
})
