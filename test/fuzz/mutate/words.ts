import {nastyValues} from '../../properties/arbitraries.js'

/** Texts that control a terminal, reorder or hide text, or are commands in the log of a CI job. */
export const steeringWords = [
  '\u001b[31m', '\u001b]0;x\u0007', '\u009b2J', '\u202e', '\u2066', '\u200b', '\u200d', '\u00ad', '\ufeff', '\u2028', '\u{e0041}', '\u0000', '\u0007', '\b', '\r', '\r\n', '\u0085',
  '::error::x', '\n::error::x', '##[error]x', '##vso[task.x]', "##teamcity[x name='y']",
]

/** Words with a meaning in YAML. */
export const yamlWords = [
  '---\n', '...\n', '--- ', '%YAML 1.1\n', '%TAG ! x\n', '- ', '? ', ': ', ', ', '[', ']', '{', '}', '&a ', '*a', '*a\n', '<<: *a\n', '<<: {}', '|', '|-\n', '|9\n', '>', '>+2\n', '#', ' #', '\t', '"', "'", '\\',
  '!!binary ', '!!str ', '!!set ', '!!omap ', '!!timestamp ', '!!float ', '!!null', '!x ', '!<tag:yaml.org,2002:str> ', '@', '`', '~', 'null', 'yes', 'No', 'on', '0x1F', '0o7', '017', '1_000', '190:20:30', '.inf',
  '-.INF', '.nan', '1e400', '-0', '+1', '2001-01-01', '2001-01-01T00:00:00Z', '=', '\\u0000', '\\ud800', '"\\x1b[0m"', '"\\N\\_\\L\\P"', '\u2029', '  ', '\n', '\n\n', '\n  ', '\r',
]

/** Words with a meaning in manifests, configurations and logs. */
export const manifestWords = [
  'apiVersion: v1\n', 'kind: List\n', 'items:\n', '- apiVersion: v1\n  kind: Pod\n', 'metadata: {name: x}\n', 'namespace: dev', 'spec:\n', 'status:\n', 'limits:', 'hard:', 'cpu: 100m', 'memory: 1Gi', 'pods: "1"',
  '# kadm-ignore', '# kadm:ignore x', '{{ .Values.x }}', '${VAR}', 'AdmissionConfiguration', 'ResourceQuotaConfiguration', 'EventRateLimit', 'qps: 1', 'burst: 1', 'matchLabels:', 'deletionTimestamp: "2026-01-01T00:00:00+24:00"',
  '__proto__', 'constructor', 'toString', '{"a":', '"kind":"Event"', '"stage":"ResponseComplete"', '"verb":"create"', '1Ei', '-1', '9223372036854775808', '2147483647', '1e9', '1e-9',
]

/** Hostile values, as written in a text. */
export const valueWords = nastyValues.map((value) => typeof value === 'bigint' ? String(value) : JSON.stringify(value)).filter((word) => word.length < 100)
