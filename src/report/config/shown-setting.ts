/** A setting of kadm, with the source of its value. */
export interface ShownSetting {
  readonly name: string
  /** As in the configuration file; undefined if unset. */
  readonly value: unknown
  readonly source: string
  /** The variable, or the place in the configuration file. */
  readonly from?: string
}
