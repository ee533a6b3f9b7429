import type {Rule} from '../../machinery/field/rule.js'
import {defaultLimits} from '../../source/source-limits.js'

const {maxDepth, maxDocuments, maxJsonNodes, maxLines, maxNodes, maxSize} = defaultLimits

const counted = (count: number): string => count.toLocaleString('en')

/** The rules for files, independent of their content. */
export const rules: readonly Rule[] = [
  {
    id: 'source/control-character',
    severity: 'error',
    summary: 'YAML holds no control characters but tabs and line breaks.',
    source: 'go-yaml yaml_parser_update_buffer',
    example: `apiVersion: v1
kind: ConfigMap
metadata:
  name: motd
data:
  bell: "\u0007"
`,
    fix: 'Remove the character, or write it as an escape in double quotes: `"\\x07"`.',
  },
  {
    id: 'source/duplicate-key',
    severity: 'warning',
    summary: 'A key occurs once in a map.',
    source: 'go-yaml and encoding/json, which let the last one count; the API server would reject it, but kubectl sends it only once',
    example: `apiVersion: v1
kind: LimitRange
metadata:
  name: limits
spec:
  limits:
    - type: Container
      max: {cpu: "1"}
      max: {memory: 1Gi}
`,
    fix: 'Delete one of them, or merge the two maps.',
  },
  {
    id: 'source/too-deep',
    severity: 'error',
    summary: `Maps and lists are nested at most ${maxDepth} levels deep.`,
    source: 'a limit of kadm, as files may come from anybody; kubectl gives up at 10,000 levels',
    example: `apiVersion: v1
kind: ConfigMap
metadata:
  name: deep
data: ${'['.repeat(maxDepth)}${']'.repeat(maxDepth)}
`,
    fix: 'No file written by hand is nested that deep: check the program that wrote the file.',
  },
  {
    id: 'source/too-large',
    severity: 'error',
    summary: 'A file is within the limits of kadm for characters, lines, keys and values.',
    source: 'a limit of kadm, as files may come from anybody',
    get example() {
      return `# ${'x'.repeat(maxSize)}`
    },
    fix: `Split the file. If it is not a manifest, name only the manifests. kadm reads ${maxSize / 2 ** 20} Mi characters (aliases count as if written out), ${counted(maxLines)} lines, and ${counted(maxNodes)} maps, lists, keys and values (${counted(maxJsonNodes)} in JSON), which it counts before it reads the file: 1 for each comma, and 2 for each colon, opening bracket, and dash before a space.`,
  },
  {
    id: 'source/too-many-documents',
    severity: 'error',
    summary: `A file holds at most ${maxDocuments.toLocaleString('en')} documents.`,
    source: 'a limit of kadm, as files may come from anybody',
    get example() {
      return '{apiVersion: v1, kind: List, items: []}\n---\n'.repeat(maxDocuments + 1)
    },
    fix: 'Split the file.',
  },
  {
    id: 'source/unreadable',
    severity: 'error',
    summary: 'A file can be read.',
    source: 'the operating system, or the limits of kadm for all files of a run',
    example: '# kadm may not read this file: chmod a-r example.yaml\n',
    unreadable: 'permission denied',
    fix: 'Allow kadm to read the file, or exclude it with `--exclude`. If the files of the run are too large together, check fewer at a time. Until then, the report is incomplete, and the exit status is 2.',
  },
]
