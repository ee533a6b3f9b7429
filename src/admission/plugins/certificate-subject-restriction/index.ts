import {organizationsOf} from '#platform/certificate-requests.js'

import type {CertificateSigningRequest} from '../../../machinery/api/certificates-v1.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {type AdmissionPlugin, type PluginDefinition, reject, type Rejection} from '../../plugin.js'

const signer = 'kubernetes.io/kube-apiserver-client'

const group = 'system:masters'

/** Rejects requests for certificates of cluster administrators (plugin/pkg/admission/certificates/subjectrestriction; spec more-kinds 13). */
class CertificateSubjectRestriction implements AdmissionPlugin {
  readonly name = 'CertificateSubjectRestriction'

  handles(operation: Operation): boolean {
    return operation === 'CREATE'
  }

  validate(attributes: Attributes): Rejection | undefined {
    if (!isRequestFor(attributes, 'certificatesigningrequests', 'certificates.k8s.io')) return undefined
    const {spec: {signerName, request = ''} = {}} = attributes.object as CertificateSigningRequest
    if (signerName !== signer || organizationsOf(request)?.includes(group) !== true) return undefined
    return reject(attributes, `use of ${signer} signer with ${group} group is not allowed`)
  }
}

/** CertificateSubjectRestriction with everything that belongs to it. */
export const certificateSubjectRestriction: PluginDefinition = {
  name: 'CertificateSubjectRestriction',
  summary: 'Rejects requests for certificates of cluster administrators.',
  kinds: [],
  create: () => new CertificateSubjectRestriction(),
}
