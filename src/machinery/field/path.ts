/**
 * A place in an object, in Kubernetes' notation: `spec.limits[0].max[cpu]`.
 * Immutable: each step makes a new path that shares its ancestors (apimachinery `field.Path`).
 */
export class FieldPath {
  private constructor(
    private readonly parent: FieldPath | undefined,
    /** A field name or map key, or the position in a list. */
    readonly step: string | number,
    private readonly bracketed: boolean,
  ) {}

  /** The path of a field of the object itself. */
  static of(...fields: [string, ...string[]]): FieldPath {
    const [first, ...rest] = fields
    let path = new FieldPath(undefined, first, false)
    for (const field of rest) path = new FieldPath(path, field, false)
    return path
  }

  /** The path of an item of a list, or of a map entry, that is itself the root (prints as `[0]`). */
  static ofKey(key: string | number): FieldPath {
    return new FieldPath(undefined, key, true)
  }

  /** The path of a field below this one, one name a level. */
  child(...fields: string[]): FieldPath {
    let path: FieldPath = this
    for (const field of fields) path = new FieldPath(path, field, false)
    return path
  }

  /** The path of a list item (`[3]`). */
  index(position: number): FieldPath {
    return new FieldPath(this, position, true)
  }

  /** The path of a map entry (`[cpu]`; the key is printed as it is). */
  key(key: string): FieldPath {
    return new FieldPath(this, key, true)
  }

  /** The steps from the object to this place: names and keys as text, positions as numbers. */
  steps(): (string | number)[] {
    const steps = this.parent?.steps() ?? []
    steps.push(this.step)
    return steps
  }

  /** Replaces the steps of the path by others, such as other indexes of lists. */
  along(steps: readonly (string | number)[]): FieldPath | undefined {
    const parent = this.parent?.along(steps)
    const step = steps[this.steps().length - 1]
    return step === undefined ? parent : new FieldPath(parent, step, this.bracketed)
  }

  /** The same place below another path. */
  below(ancestor: FieldPath): FieldPath {
    return new FieldPath(this.parent?.below(ancestor) ?? ancestor, this.step, this.bracketed)
  }

  toString(): string {
    const step = this.bracketed ? `[${this.step}]` : String(this.step)
    if (this.parent === undefined) return step
    return this.bracketed ? `${this.parent}${step}` : `${this.parent}.${step}`
  }
}
