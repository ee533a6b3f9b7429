import type {PolicyPlace} from '../admission/explanation.js'

declare const brand: unique symbol

/**
 * A piece of the Common Expression Language, as the API server evaluates it. Texts enter it only through `literal`:
 * only Cel can be put between the pieces of one.
 */
export type Cel = string & {readonly [brand]: true}

/** The names of the variables of a policy that are made for it. */
export type Variable = 'qosSource' | 'qosAny' | 'qosGuaranteed' | 'rejectedBy' | `p${number}_r${number}` | `${'label' | 'annotation'}_${number}` | 'schedulerName'

/** An expression with pieces of it filled in. */
export const cel = (texts: TemplateStringsArray, ...pieces: readonly Cel[]): Cel => texts.map((text, i) => text + (pieces[i] ?? '')).join('') as Cel

/** The value of a variable of the policy. */
export const variable = (name: Variable): Cel => `variables.${name}` as Cel

/**
 * A text as a string literal. The escapes of JSON are those of CEL, except `\/`, which is not written here, and pairs of
 * surrogates: the character is written instead (spec metadatapolicy 8.2). Invisible characters are escaped, so that an
 * expression stays on its lines.
 */
export const literal = (text: string): Cel => JSON.stringify(text).replace(/\\ud[89a-f][0-9a-f]{2}/g, replacement).replace(/[\p{C}\u2028\u2029]/gu, escape) as Cel

/** Go's replacement for an unpaired surrogate. A backslash that is itself escaped begins no escape. */
const replacement = (half: string, offset: number, json: string): string => /(?<!\\)(?:\\\\)*$/.test(json.slice(0, offset)) ? '\ufffd' : half

function escape(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16)
  return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`
}

/** A list literal of texts. */
export const literals = (texts: Iterable<string>): Cel => `[${[...texts].map(literal).join(', ')}]` as Cel

/** True if all conditions are; true if there are none. */
export function all(conditions: readonly Cel[]): Cel {
  const open = conditions.filter((condition) => condition !== 'true')
  return open.length === 0 ? cel`true` : open.join(' && ') as Cel
}

/** True if any condition is, each on its own line; false if there are none. */
export const any = (conditions: readonly Cel[]): Cel => conditions.length === 0 ? cel`false` : conditions.join(' ||\n') as Cel

/** Pieces in sequence. */
export const joined = (pieces: readonly Cel[], separator: ', ' | ',\n'): Cel => pieces.join(separator) as Cel

/** A piece with all its lines but the first further to the right. No literal has lines. */
export const indented = (piece: Cel, by: number): Cel => piece.replaceAll('\n', `\n${' '.repeat(by)}`) as Cel

/** The most code points of one expression (cel-go `ExpressionSizeCodePointLimit`; apiserver's environment leaves it as it is). */
export const longestExpression = 100_000

/** True if an expression is too long for the API server. */
export const isTooLong = (expression: Cel): boolean => expression.length > longestExpression && codePoints(expression) > longestExpression

function codePoints(text: string): number {
  let count = 0
  for (const _character of text) count++
  return count
}

/** A value with the condition under which it is taken. */
export interface Branch {
  readonly condition: Cel
  readonly value: Cel
}

/** The API server's parser allows a nesting of 250, and each `? :` is one level; 100 leave room for the context. */
const longestChain = 100

/** The value of the first branch whose condition holds. Long ones are divided, so that no expression is nested too deep for the server. */
export function firstMatching(branches: readonly Branch[], otherwise: Cel): Cel {
  if (branches.length <= longestChain) {
    return branches.reduceRight((rest, {condition, value}) => rest === otherwise ? cel`${condition} ? ${value} : ${rest}` : cel`${condition} ? ${value} :\n${rest}`, otherwise)
  }
  const middle = Math.ceil(branches.length / 2)
  const [first, second] = [branches.slice(0, middle), branches.slice(middle)]
  const isFirst = any(first.map(({condition}) => condition))
  return cel`(${indented(isFirst, 1)}) ?\n  (${indented(firstMatching(first, otherwise), 3)}) :\n${firstMatching(second, otherwise)}`
}

/** An expression, with the policy field that it was compiled from. */
export interface Expression extends PolicyPlace {
  readonly expression: Cel
  /** The subject of messages, if it is more than one field: `the rules of namespace dev`. */
  readonly subject?: string
}

/** A variable of a native policy, computed once per mutation on first use. */
export interface NamedExpression extends Expression {
  readonly name: Variable
}
