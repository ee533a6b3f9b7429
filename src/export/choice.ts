import {any, cel, type Cel, indented} from './cel.js'

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
