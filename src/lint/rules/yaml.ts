import type {Rule} from '../../machinery/field/rule.js'

/** The rules for YAML, as kubectl reads it. */
export const rules: readonly Rule[] = [
  {
    id: 'yaml/alias',
    severity: 'error',
    summary: 'An alias names an anchor that precedes it in the same document.',
    source: 'go-yaml parser.alias',
    example: `apiVersion: v1
kind: LimitRange
metadata:
  name: limits
spec:
  limits:
    - type: Container
      default: *usual
`,
    fix: 'Define the anchor first: `&usual` in front of the value. An anchor applies to its document only, and cannot contain its own aliases.',
  },
  {
    id: 'yaml/document-separator',
    severity: 'error',
    summary: 'Only a comment follows the document separator --- on its line.',
    source: 'apimachinery YAMLReader.Read',
    example: `apiVersion: v1
kind: Namespace
metadata:
  name: dev
--- next
apiVersion: v1
kind: Namespace
metadata:
  name: prod
`,
    fix: 'Write only `---`, or make a comment of the rest: `--- # next`. kubectl drops the document before such a line.',
  },
  {
    id: 'yaml/excessive-aliasing',
    severity: 'error',
    summary: 'Aliases do not expand a document beyond the limit of kubectl.',
    source: 'go-yaml decoder.unmarshal',
    example: `apiVersion: v1
kind: ConfigMap
metadata:
  name: laughs
data:
  a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]
  b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
  c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
  d: [*c, *c, *c, *c, *c, *c, *c, *c, *c]
`,
    fix: 'Write out what the aliases repeat, or split the document.',
  },
  {
    id: 'yaml/ignored-content',
    severity: 'warning',
    summary: 'There is no content between the end of a document and the next ---.',
    source: 'go-yaml Unmarshal, which reads one document',
    example: `apiVersion: v1
kind: Namespace
metadata:
  name: dev
...
apiVersion: v1
kind: Namespace
metadata:
  name: prod
`,
    fix: 'Put `---` in front of the next document. `...` ends one, but kubectl reads no document after it.',
  },
  {
    id: 'yaml/key',
    severity: 'error',
    summary: 'A key of a map is a string, a number or a boolean.',
    source: 'sigs.k8s.io/yaml convertToJSONableObject',
    example: `apiVersion: v1
kind: Namespace
metadata:
  name: dev
  labels:
    {team}: a
`,
    fix: 'Write a string. If it starts with a brace or bracket, quote it.',
  },
  {
    id: 'yaml/merge',
    severity: 'error',
    summary: 'A merge key << takes a map or a list of maps.',
    source: 'go-yaml decoder.merge',
    example: `apiVersion: v1
kind: LimitRange
metadata:
  name: limits
spec:
  limits:
    - <<: Container
      max: {cpu: "1"}
`,
    fix: 'Merge an alias of a map: `<<: *usual`. To use `<<` as an ordinary key, quote it.',
  },
  {
    id: 'yaml/misread-scalar',
    severity: 'warning',
    summary: 'A key or an amount without quotes may be read as a boolean or an octal number.',
    source: 'go-yaml resolve: yes, no, on and off are booleans, and numbers that begin with 0 are octal',
    example: `apiVersion: v1
kind: ConfigMap
metadata:
  name: switches
data:
  on: "1"
`,
    fix: 'Quote the key, and write amounts without leading zeros. As values of texts such words are errors: decode/wrong-type. What looks like a time, as 12:30 does, is a text to kubectl.',
  },
  {
    id: 'yaml/number',
    severity: 'error',
    summary: 'Numbers are finite.',
    source: 'encoding/json Marshal, as kubectl makes JSON of YAML',
    example: `apiVersion: v1
kind: LimitRange
metadata:
  name: limits
spec:
  limits:
    - type: Container
      max: {cpu: .inf}
`,
    fix: 'Remove the field if it has no bound. To write the string `.inf`, quote it.',
  },
  {
    id: 'yaml/syntax',
    severity: 'error',
    summary: 'A file is YAML that kubectl can read.',
    source: 'go-yaml, the parser of kubectl',
    example: `apiVersion: v1
kind: LimitRange
metadata:
  name: limits
 spec:
  limits: []
`,
    fix: 'Correct the error in the message. kubectl sends neither the broken document nor those after it.',
  },
  {
    id: 'yaml/tag',
    severity: 'error',
    summary: 'A value has the type of its tag.',
    source: 'go-yaml resolve',
    example: `apiVersion: v1
kind: LimitRange
metadata:
  name: limits
spec:
  limits:
    - type: Container
      max: {cpu: !!int 500m}
`,
    fix: 'Leave the tag out. To write a text that starts with an exclamation mark, quote it.',
  },
]
