/** A setting of kadm, and where its value comes from. */
export interface ShownSetting {
  readonly name: string
  /** As the configuration file would have it; undefined for none. */
  readonly value: unknown
  readonly source: string
  /** The variable, or the place in the configuration file. */
  readonly from?: string
}
