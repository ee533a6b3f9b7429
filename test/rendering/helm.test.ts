import {expect} from 'chai'

import {helmFile} from '../../src/rendering/helm.js'
import {SourceFile} from '../../src/source/source-file.js'

interface Chart {
  readonly template: string
  readonly values?: readonly string[]
  /** The rendered object, with `>` and `<` around the text to locate. */
  readonly rendered: string
  readonly source?: string
}

/** Origin of the marked text: file, line and source text, with `~` if it is not exact. */
function originIn({template, values = [], rendered, source = 'web/templates/a.yaml'}: Chart): string | undefined {
  const marked = `---\n# Source: ${source}\n${rendered}`
  const [start, end] = [marked.indexOf('>'), marked.indexOf('<') - 1]
  const valueFiles = values.map((text, i) => new SourceFile(`values-${i}.yaml`, text))
  const path = source.slice(source.indexOf('/') + 1)
  const read = (name: string): SourceFile | undefined => name === path ? new SourceFile(name, template) : undefined
  const origin = helmFile({path: 'web/(helm template)', text: marked.replace(/[<>]/g, ''), values: valueFiles}, read).originOf?.({start, end})
  if (origin === undefined) return undefined
  const {file, span, isExact} = origin
  return `${file.path}:${file.position(span.start).line} ${file.slice(span)}${isExact ? '' : ' ~'}`
}

const pod = (spec: string): string => `apiVersion: v1
kind: Pod
metadata:
  name: x
spec:
${spec}`

describe('origin of rendered text in a chart', () => {
  it('is the template line with the same value', () => {
    const spec = '  restartPolicy: Sometimes\n'
    expect(originIn({template: pod(spec), rendered: pod('  restartPolicy: >Sometimes<\n')})).to.equal('templates/a.yaml:6 Sometimes')
  })

  it('is the key in the template', () => {
    expect(originIn({template: pod('  restartpolicy: "{{ .Values.x }}" # why\n'), rendered: pod('  >restartpolicy<: Always\n')})).to.equal('templates/a.yaml:6 restartpolicy')
  })

  it('is the values file whose value the template prints', () => {
    const template = pod('  a: {{ .Values.pod.a | quote }}\n')
    expect(originIn({template, values: ['pod: {b: 1}\n', 'pod:\n  a: one\n'], rendered: pod('  a: >"one"<\n')})).to.equal('values-1.yaml:2 one')
    expect(originIn({template, values: ['pod:\n  a: one\n', 'pod: {a: two}\n'], rendered: pod('  a: >"two"<\n')})).to.equal('values-1.yaml:1 two')
  })

  it('is only the template line if the values do not contain the text', () => {
    const cases: [template: string, values: string][] = [
      ['{{ .Values.a }}', 'b: one'], ['{{ .Values.a }}', 'a: two'], ['{{ .Values.a | default "one" }}', 'a: one'], ['{{ include "a" . }}', 'a: one'],
    ]
    for (const [action, values] of cases) {
      expect(originIn({template: pod(`  a: ${action}\n`), values: [values], rendered: pod('  a: >one<\n')})).to.equal(`templates/a.yaml:6 ${action} ~`)
    }
  })

  it('is the position within the values that toYaml prints', () => {
    const values = ['resources:\n  limits:\n    memory: 100Mo\n']
    const rendered = pod('  resources:\n    limits:\n      memory: >100Mo<\n')
    const templates = [
      '  resources: {{- toYaml .Values.resources | nindent 4 }}\n',
      '  resources:\n    {{- toYaml $.Values.resources | nindent 4 }}\n',
      '  {{- with .Values.resources }}\n  resources:\n    {{- toYaml . | nindent 4 }}\n  {{- end }}\n',
    ]
    for (const template of templates) expect(originIn({template: pod(template), values, rendered})).to.equal('values-0.yaml:3 100Mo')
  })

  it('is the start of the template in all other cases', () => {
    const begin = 'templates/a.yaml:1 apiVersion: v1 ~'
    const cases: [title: string, template: string, rendered: string][] = [
      ['output of an include', '  {{- include "spec" . | nindent 2 }}\n', '  a: >1<\n'],
      ['one of two possible lines, one of them dynamic', '  {{- if .x }}\n  a: 1\n  {{- else }}\n  a: {{ .y }}\n  {{- end }}\n', '  a: >1<\n'],
      ['two identical lines', '  {{- if .x }}\n  a: 1\n  {{- else }}\n  a: 1\n  {{- end }}\n', '  a: >1<\n'],
      ['a value under another key', '  b:\n    a: 1\n', '  a: >1<\n'],
      ['a value under a dynamic key', '  {{ .k }}:\n    a: 1\n', '  a: >1<\n'],
      ['an item of a list', '  l:\n    - 1\n', '  l:\n    - >1<\n'],
      ['toYaml output of another object', '  r:\n    {{- toYaml .Other.r | nindent 4 }}\n', '  r:\n    a: >1<\n'],
    ]
    for (const [title, template, rendered] of cases) expect(originIn({template: pod(template), values: ['r: {a: 1}'], rendered: pod(rendered)}), title).to.equal(begin)
  })

  it('is in the document of the same kind', () => {
    const template = `apiVersion: v1\nkind: Service\nspec:\n  a: 1\n---\n${pod('  a: 1\n')}`
    expect(originIn({template, rendered: pod('  a: >1<\n')})).to.equal('templates/a.yaml:11 1')
  })

  it('ignores the values of the parent chart for subcharts', () => {
    const chart = {template: pod('  a: {{ .Values.a }}\n'), values: ['a: 1\n'], rendered: pod('  a: >1<\n')}
    expect(originIn({...chart, source: 'web/charts/db/templates/a.yaml'})).to.equal('charts/db/templates/a.yaml:6 {{ .Values.a }} ~')
  })

  it('is undefined without a Source comment or without the template file', () => {
    expect(originIn({template: '', rendered: pod('  a: >1<\n'), source: 'web'})).to.equal(undefined)
    const file = helmFile({path: 'x', text: `# Source: web/templates/gone.yaml\n${pod('')}`, values: []}, () => undefined)
    expect(file.originOf?.({start: 40, end: 41})).to.equal(undefined)
  })
})
