import type {Rule} from '../../machinery/field/rule.js'

const limitRange = `apiVersion: v1
kind: LimitRange
metadata:
  name: limits
spec:
  limits:
    - type: Container
      max: {cpu: "1"}
`

/** The rules for suppressions. */
export const rules: readonly Rule[] = [
  {
    id: 'suppression/malformed',
    severity: 'warning',
    summary: 'A comment that begins with `kadm-`, and the annotation kadm.dev/ignore, name rules.',
    source: 'kadm itself: docs/configuration.md',
    example: `# kadm-disable-nextline limit-range/type -- for a test\n${limitRange}`,
    fix: 'Write `# kadm-disable-next-line RULE, RULE -- reason`, `# kadm-disable-line` or `# kadm-disable`; the last one is on a separate line.',
  },
  {
    id: 'suppression/unknown-rule',
    severity: 'warning',
    summary: 'Suppressions name existing rules.',
    source: 'kadm itself: docs/configuration.md',
    example: `# kadm-disable limit-range/tpye -- for a test\n${limitRange}`,
    fix: 'Correct the id. `kadm rules` lists all of them; `limit-range/*` matches all rules of a kind.',
  },
  {
    id: 'suppression/unused',
    severity: 'warning',
    summary: 'Each suppression matches a finding.',
    source: 'kadm itself: docs/configuration.md',
    example: `# kadm-disable limit-range/type -- for a test\n${limitRange}`,
    fix: 'Delete it: its finding is fixed, or is in another place.',
  },
]
