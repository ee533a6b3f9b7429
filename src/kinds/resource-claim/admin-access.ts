import type {ResourceClaimSpec} from '../../machinery/api/resource-v1.js'
import {type FieldError, forbidden} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'

/** The label of a namespace that allows claims with admin access. */
export const adminAccessLabel = 'resource.kubernetes.io/admin-access'

/** The rule for admin access to devices (resource `AuthorizedForAdmin`), whose path does not exist. */
export function validateAdminAccess(spec: ResourceClaimSpec | undefined, labels: Readonly<Record<string, string>>): FieldError[] {
  const first = (spec?.devices?.requests ?? []).findIndex(({exactly}) => exactly?.adminAccess === true)
  if (first === -1 || labels[adminAccessLabel] === 'true') return []
  const path = FieldPath.of('spec', 'devices', 'requests').index(first).child('adminAccess')
  return [forbidden(path, `admin access to devices requires the \`${adminAccessLabel}: true\` label on the containing namespace`, 'cluster/admin-access')]
}
