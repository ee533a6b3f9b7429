import type {MatchConstraints, MutatingSpec, NativeObject, PolicyMatch, ValidatingSpec} from '../../src/export/native-types.js'
import {evaluateCel} from './cel.js'

type Json = Readonly<Record<string, unknown>>

/** A request, with its object as the policies receive it. */
export interface NativeRequest {
  readonly operation: 'CREATE' | 'UPDATE'
  readonly namespace: string
  readonly object: Json
}

/** Result of a request: the stored object, or the reason of the denial. */
export type NativeAnswer = {readonly object: Json} | {readonly message: string}

const groupOf = (apiVersion: string): string => apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''

/** Emulates an API server with native policies: the mutations of all policies, then the validations. */
export class NativePolicies {
  constructor(private readonly objects: readonly NativeObject[]) {}

  admit(request: NativeRequest): NativeAnswer {
    let {object} = request
    for (const spec of this.bound<MutatingSpec>('MutatingAdmissionPolicy')) if (isMatched(spec, request)) object = mutated(spec, {...request, object})
    for (const spec of this.bound<ValidatingSpec>('ValidatingAdmissionPolicy')) {
      if (!isMatched(spec, {...request, object})) continue
      const names = {object, request: {operation: request.operation}}
      const failed = spec.validations.find(({expression}) => evaluateCel(expression, names) !== true)
      if (failed !== undefined) return {message: failed.messageExpression === undefined ? failed.message ?? '' : String(evaluateCel(failed.messageExpression, names))}
    }
    return {object}
  }

  private bound<T>(kind: NativeObject['kind']): T[] {
    const bindings = this.objects.filter((object) => object.kind === `${kind}Binding`).map(({spec}) => (spec as unknown as {readonly policyName: string}).policyName)
    return this.objects.filter((object) => object.kind === kind && bindings.includes(object.metadata.name)).map(({spec}) => spec as unknown as T)
  }
}

function isMatched({matchConstraints, matchConditions = []}: PolicyMatch, request: NativeRequest): boolean {
  const names = {object: request.object, request: {operation: request.operation}}
  return isConstrained(matchConstraints, request) && matchConditions.every(({expression}) => evaluateCel(expression, names) === true)
}

function isConstrained({namespaceSelector, resourceRules}: MatchConstraints, {namespace, operation, object}: NativeRequest): boolean {
  const resource = `${String(object['kind']).toLowerCase()}s`
  const group = groupOf(String(object['apiVersion']))
  return namespaceSelector.matchLabels['kubernetes.io/metadata.name'] === namespace && resourceRules.some(({apiGroups, resources, operations}) =>
    operations.includes(operation) && [group, '*'].some((each) => apiGroups.includes(each)) && [resource, '*'].some((each) => resources.includes(each)))
}

/** Applies mutations in order: each gets the result of the previous one, with newly evaluated variables. */
function mutated({variables = [], mutations}: MutatingSpec, {object: original, operation}: NativeRequest): Json {
  let object = original
  for (const {applyConfiguration} of mutations) {
    const known: Record<string, unknown> = {}
    const names = {object, request: {operation}, variables: known}
    for (const {name, expression} of variables) {
      Object.defineProperty(known, name, {enumerable: true, configurable: true, get: () => {
        const value = evaluateCel(expression, names)
        Object.defineProperty(known, name, {value})
        return value
      }})
    }
    object = merge(object, evaluateCel(applyConfiguration.expression, names) as Json)
  }
  return object
}

/** Merges maps as server-side apply does. */
function merge(target: Json, applied: Json): Json {
  const result: Record<string, unknown> = {...target}
  for (const [key, value] of Object.entries(applied)) {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
    result[key] = isMap ? merge((result[key] ?? {}) as Json, value as Json) : value
  }
  return result
}
