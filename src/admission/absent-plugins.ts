/** A plugin of Kubernetes that kadm does not have. */
interface AbsentPlugin {
  readonly summary: string
  /** True if the plugin is on by default (kubeapiserver options `DefaultOffAdmissionPlugins`). */
  readonly isDefault: boolean
  /** Why kadm does not have it. */
  readonly reason: string
}

const noAuthorizer = 'kadm has no authorizer: it answers as for a user of the group system:masters, who can do everything.'

const noConnections = 'kadm opens no connections.'

const noCel = 'kadm does not evaluate CEL.'

/** The reason of plugins without effect, which are on by default. */
export const gateIsOff = 'Its feature gate is off by default.'

/** The plugins that are compiled into kube-apiserver and that kadm does not have, by name. */
export const absentPlugins: Readonly<Record<string, AbsentPlugin>> = {
  AlwaysAdmit: {summary: 'Admits everything; deprecated.', isDefault: false, reason: 'It has no effect.'},
  ImagePolicyWebhook: {summary: 'Asks a webhook which images pods can use.', isDefault: false, reason: noConnections},
  PodGroupProtection: {summary: 'Protects groups of pods that are in use from deletion.', isDefault: true, reason: gateIsOff},
  OwnerReferencesPermissionEnforcement: {summary: 'Rejects owner references by users who cannot delete the object.', isDefault: false, reason: noAuthorizer},
  CertificateApproval: {summary: 'Rejects approvals of certificates by users who cannot approve them.', isDefault: true, reason: noAuthorizer},
  CertificateSigning: {summary: 'Rejects certificates by users who cannot sign them.', isDefault: true, reason: noAuthorizer},
  ClusterTrustBundleAttest: {summary: 'Rejects trust bundles by users who cannot attest for the signer.', isDefault: true, reason: noAuthorizer},
  PodGroupWorkloadExists: {summary: 'Rejects groups of pods whose Workload is missing.', isDefault: true, reason: gateIsOff},
  JobValidation: {summary: 'Checks Jobs that belong to groups of pods.', isDefault: true, reason: gateIsOff},
  MutatingAdmissionPolicy: {summary: 'Changes objects as MutatingAdmissionPolicies state.', isDefault: true, reason: noCel},
  MutatingAdmissionWebhook: {summary: 'Lets webhooks change objects.', isDefault: true, reason: noConnections},
  ValidatingAdmissionPolicy: {summary: 'Rejects objects as ValidatingAdmissionPolicies state.', isDefault: true, reason: noCel},
  ValidatingAdmissionWebhook: {summary: 'Lets webhooks reject objects.', isDefault: true, reason: noConnections},
}
