import type {Rule} from '../../machinery/field/rule.js'

/** The rules for JSON, which kubectl takes a file for that starts with a brace. */
export const rules: readonly Rule[] = [
  {
    id: 'json/number',
    severity: 'error',
    summary: 'Numbers fit a 64-bit floating point number.',
    source: 'encoding/json Unmarshal',
    example: `{
  "apiVersion": "v1",
  "kind": "LimitRange",
  "metadata": {"name": "limits"},
  "spec": {"limits": [{"type": "Container", "max": {"cpu": 1e400}}]}
}
`,
    fix: 'Write a smaller number.',
  },
  {
    id: 'json/syntax',
    severity: 'error',
    summary: 'A file that starts with a brace is JSON, or else YAML.',
    source: 'apimachinery YAMLOrJSONDecoder.Decode',
    example: `{
  "apiVersion": "v1",
  "kind": "Namespace"
  "metadata": {"name": "dev"}
}
`,
    fix: 'Correct the error in the message. kubectl sends neither the broken document nor those after it.',
  },
]
