/** What kadm's exit status says, in every command. */
export const exitStatus = {
  /** Nothing is wrong, everything is allowed. */
  ok: 0,
  /** There are findings, or something is denied. */
  findings: 1,
  /** kadm cannot run as it was asked to. */
  usage: 2,
  /** A defect of kadm. */
  internal: 3,
} as const
