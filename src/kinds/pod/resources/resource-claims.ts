import type {PodResourceClaim, PodSpec, ResourceRequirements} from '../../../machinery/api/core-v1.js'
import type {ObjectMeta} from '../../../machinery/api/meta-v1.js'
import {append} from '../../../machinery/collections/append.js'
import {allErrors, duplicate, type FieldError, forbidden, invalid, notFound, required} from '../../../machinery/field/error.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {validateText} from '../../../machinery/field/text-rules.js'
import {compareText} from '../../../machinery/go/text.js'
import {dns1123Label, dns1123Subdomain} from '../../../machinery/meta/names.js'
import {internalForm} from '../../shared/internal-form.js'
import {isMirrorPod} from '../metadata/annotations.js'

type Claims = NonNullable<ResourceRequirements['claims']>

const origin = 'pod/resource-claims'

/** Returns the names by which the containers of a pod may use claims. */
export const claimNames = (claims: PodSpec['resourceClaims']): ReadonlySet<string> => claims === undefined ? noNames
  : new Set(claims.flatMap(({name}) => name ? [name] : []))

const noNames: ReadonlySet<string> = new Set()

/**
 * The rules for the claims that a container or pod uses (core validation `validateResourceClaimNames`; spec pod 4.5).
 *
 * @param declared the names in `spec.resourceClaims`
 */
export function validateClaimNames(claims: Claims, declared: ReadonlySet<string>, path: FieldPath): FieldError[] {
  const used = new Set<string>()
  return claims.flatMap(({name = '', request = ''}, i) => {
    const place = path.index(i)
    const errors = name === '' ? [required(place, '', origin)] : validateUse(name, request, used, place)
    return declared.has(name) ? errors : allErrors(errors, name === '' ? [] : [undeclared(name, declared, place)])
  })
}

/** Validates that a claim is used as a whole or by request, and each only once. */
function validateUse(name: string, request: string, used: Set<string>, place: FieldPath): FieldError[] {
  if (used.has(name)) return [duplicate(place, name, origin)]
  const errors = request === '' ? [] : dns1123Label(request).map((error) => invalid(place.child('request'), request, error, origin))
  const key = request === '' ? name : `${name}/${request}`
  if (used.has(key)) errors.push(duplicate(place, key, origin))
  else if (request === '') append(errors, [...used].filter((other) => other.startsWith(`${name}/`)).map(() => duplicate(place, name, origin)))
  used.add(key)
  return errors
}

function undeclared(name: string, declared: ReadonlySet<string>, place: FieldPath): FieldError {
  const names = declared.size === 0 ? ' which is empty' : `: ${[...declared].sort(compareText).join(', ')}`
  return notFound(place, name, origin, `must be one of the names in pod.spec.resourceClaims${names}`)
}

const declaration = 'pod/claim-declaration'

/**
 * The rules for the claims of a pod (core validation `validatePodResourceClaims`; spec pod 4.2).
 *
 * @param metadata of the pod; undefined for a template
 */
export function validateResourceClaims(claims: readonly PodResourceClaim[], metadata: ObjectMeta | undefined, path: FieldPath): FieldError[] {
  if (metadata !== undefined && isMirrorPod({metadata})) {
    return claims.map(() => forbidden(FieldPath.ofKey(''), 'static pods do not support resource claims', declaration))
  }
  const names = new Set<string>()
  return claims.flatMap((claim, i) => allErrors(validateClaimName(claim.name ?? '', names, path.index(i).child('name')), validateClaimSource(claim, path.index(i))))
}

function validateClaimName(name: string, names: Set<string>, path: FieldPath): FieldError[] {
  if (name === '') return [required(path, '', declaration)]
  if (names.has(name)) return [duplicate(path, name, declaration)]
  names.add(name)
  return validateText(name, dns1123Label, path, declaration)
}

/** Validates that a claim exists or is created from a template. The message contains the whole claim. */
function validateClaimSource(claim: PodResourceClaim, path: FieldPath): FieldError[] {
  const {resourceClaimName: name, resourceClaimTemplateName: template} = claim
  const printed = internalForm('PodResourceClaim', claim)
  return allErrors(
    name !== undefined && template !== undefined
      ? [invalid(path, printed, 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified', declaration)] : [],
    name === undefined && template === undefined
      ? [invalid(path, printed, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`', declaration)] : [],
    name === undefined ? [] : validateText(name, dns1123Subdomain, path.child('resourceClaimName'), declaration),
    template === undefined ? [] : validateText(template, dns1123Subdomain, path.child('resourceClaimTemplateName'), declaration),
  )
}
