import type {Rule} from '../../machinery/rule.js'

const limitRange = `apiVersion: v1
kind: LimitRange
metadata:
  name: limits
spec:
  limits:
    - type: Container
      max: {cpu: "1"}
`

/** The rules for what keeps findings from being told. */
export const rules: readonly Rule[] = [
  {
    id: 'suppression/malformed',
    severity: 'warning',
    summary: 'A comment that begins with `kadm-`, and the annotation kadm.dev/ignore, name rules.',
    source: 'kadm itself: docs/configuration.md',
    example: `# kadm-disable-nextline limit-range/type -- for a test\n${limitRange}`,
    fix: 'Write `# kadm-disable-next-line RULE, RULE -- reason`, `# kadm-disable-line` or `# kadm-disable`; the last one has a line of its own.',
  },
  {
    id: 'suppression/unknown-rule',
    severity: 'warning',
    summary: 'Suppressions name rules that there are.',
    source: 'kadm itself: docs/configuration.md',
    example: `# kadm-disable limit-range/tpye -- for a test\n${limitRange}`,
    fix: 'Correct the id. `kadm rules` lists all of them; `limit-range/*` stands for all rules of a kind.',
  },
  {
    id: 'suppression/unused',
    severity: 'warning',
    summary: 'Suppressions keep something from being told.',
    source: 'kadm itself: docs/configuration.md',
    example: `# kadm-disable limit-range/type -- for a test\n${limitRange}`,
    fix: 'Delete it: what it was for is gone, or stands elsewhere.',
  },
]
