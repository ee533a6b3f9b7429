import {FieldPath} from '../field/path.js'
import {compareText} from '../go/text.js'
import type {FieldTable, Shape} from '../schema/field-table.js'

/** Class of a decoding problem; it decides which problems the server reports. */
export type DecodeProblemType = 'unknown-field' | 'wrong-type' | 'bad-value'

/** A value in a body that does not fit the type of its object. */
export interface DecodeProblem {
  readonly type: DecodeProblemType
  readonly path: FieldPath
  /** Kubernetes' own text. */
  readonly message: string
  /** The text up to Kubernetes 1.34, which leaves embedded structs out, where it differs. */
  readonly olderMessage?: string
  /** For an unknown field: the known names at its place, and the Go name of the type. */
  readonly known?: readonly string[]
  readonly struct?: string
  /** The shape of the field. */
  readonly expected?: Shape
}

/**
 * The server's one message for the problems of a body: the first value that cannot be parsed ends decoding; else the
 * first wrong type; else all unknown fields (at most 100, each once). Undefined when there is no problem.
 */
export function decodeErrorText(problems: readonly DecodeProblem[]): string | undefined {
  const fatal = problems.find(({type}) => type === 'bad-value') ?? problems.find(({type}) => type === 'wrong-type')
  if (fatal !== undefined) return fatal.message
  if (problems.length === 0) return undefined
  return `strict decoding error: ${unknownFields(problems).join(', ')}`
}

/** The server's messages about unknown fields: at most 100, each once. */
export const unknownFields = (problems: readonly DecodeProblem[]): string[] => [...new Set(problems.map(({message}) => message))].slice(0, 100)

/** Returns the problems in the server's order: byte-sorted keys, depth first. */
export function inServerOrder(problems: DecodeProblem[]): DecodeProblem[] {
  if (problems.length < 2) return problems
  return problems.map((problem) => ({problem, steps: problem.path.steps()})).sort((a, b) => compareSteps(a.steps, b.steps)).map(({problem}) => problem)
}

function compareSteps(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [i, left] of a.entries()) {
    const right = b[i]
    if (right === undefined) return 1
    const order = typeof left === 'number' && typeof right === 'number' ? left - right : compareText(String(left), String(right))
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** The position of a value that is being decoded. Only a problem turns it into text. */
export interface Place {
  readonly parent: Place | undefined
  readonly step: string | number
  /** For a field of a struct: the struct's Go name, and the struct that it embeds the field from. */
  readonly struct?: string
  readonly via?: string | undefined
}

/** Returns the field path of a place. */
export function pathOf(place: Place): FieldPath {
  const {parent, step} = place
  if (parent === undefined) return FieldPath.of(String(step))
  return typeof step === 'number' ? pathOf(parent).index(step) : pathOf(parent).child(step)
}

/** Go's context of a type error: ` Go struct field Container.spec.containers.image`, without list positions and map keys. */
function goFieldOf(place: Place, hasEmbedded: boolean): string {
  const names: string[] = []
  let owner = ''
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) {
    if (at.struct === undefined) continue
    if (owner === '') owner = at.struct
    names.unshift(String(at.step))
    if (at.via !== undefined && hasEmbedded) names.unshift(at.via)
  }
  return `Go struct field ${owner}.${names.join('.')}`
}

/** Reports a value of a wrong type. */
export function wrongType(found: string, {go, shape}: Pick<FieldTable, 'go' | 'shape'>, place: Place, problems: DecodeProblem[]): void {
  problems.push({type: 'wrong-type', path: pathOf(place), ...unmarshalTexts(found, go, place), expected: shape})
}

/** Reports a value that cannot be parsed: it ends decoding. */
export function badValue(texts: ProblemTexts, expected: Shape, place: Place, problems: DecodeProblem[]): void {
  problems.push({type: 'bad-value', path: pathOf(place), ...texts, expected})
}

type ProblemTexts = Pick<DecodeProblem, 'message' | 'olderMessage'>

/** Returns Go's texts for a value of a type that its field cannot have. */
export function unmarshalTexts(found: string, go: string, place: Place): ProblemTexts {
  const [message = '', olderMessage = ''] = [true, false].map((hasEmbedded) => `json: cannot unmarshal ${found} into ${goFieldOf(place, hasEmbedded)} of type ${go}`)
  return {message, ...olderMessage !== message && {olderMessage}}
}
