import {duplicate, type FieldError, invalid, notFound, required} from '../../machinery/field-error.js'
import type {FieldPath} from '../../machinery/field-path.js'
import {compareText} from '../../machinery/go-text.js'
import {dns1123Label} from '../../machinery/names.js'
import type {PodSpec, ResourceRequirements} from './types.js'

type Claims = NonNullable<ResourceRequirements['claims']>

const origin = 'pod/resource-claims'

/** The names that the containers of a pod may use claims by. */
export const claimNames = (claims: PodSpec['resourceClaims']): ReadonlySet<string> => new Set((claims ?? []).map(({name}) => name ?? ''))

/**
 * The rules for the claims that a container or pod uses (core validation `validateResourceClaimNames`; pod spec 4.5).
 *
 * @param declared the names in `spec.resourceClaims`
 */
export function validateClaimNames(claims: Claims, declared: ReadonlySet<string>, path: FieldPath): FieldError[] {
  const used = new Set<string>()
  return claims.flatMap(({name = '', request = ''}, i) => {
    const place = path.index(i)
    const errors = name === '' ? [required(place, '', origin)] : validateUse(name, request, used, place)
    return declared.has(name) ? errors : [...errors, ...name === '' ? [] : [undeclared(name, declared, place)]]
  })
}

/** A claim is used as a whole, or request by request, and each only once. */
function validateUse(name: string, request: string, used: Set<string>, place: FieldPath): FieldError[] {
  if (used.has(name)) return [duplicate(place, name, origin)]
  const errors = request === '' ? [] : dns1123Label(request).map((fault) => invalid(place.child('request'), request, fault, origin))
  const key = request === '' ? name : `${name}/${request}`
  if (used.has(key)) errors.push(duplicate(place, key, origin))
  else if (request === '') errors.push(...[...used].filter((other) => other.startsWith(`${name}/`)).map(() => duplicate(place, name, origin)))
  used.add(key)
  return errors
}

function undeclared(name: string, declared: ReadonlySet<string>, place: FieldPath): FieldError {
  const names = declared.size === 0 ? ' which is empty' : `: ${[...declared].sort(compareText).join(', ')}`
  return notFound(place, name, origin, `must be one of the names in pod.spec.resourceClaims${names}`)
}
