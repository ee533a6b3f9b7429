package main

// furtherKinds are the kinds that kadm decodes besides those of its registry (src/kinds/registry.ts), which are arguments of this program.
// Tables of a version leave out what the version does not have.
var furtherKinds = []string{
	"admissionregistration.k8s.io/v1/MutatingAdmissionPolicy",
	"admissionregistration.k8s.io/v1/MutatingAdmissionPolicyBinding",
	"admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy",
	"admissionregistration.k8s.io/v1/ValidatingAdmissionPolicyBinding",
	"apiserver.config.k8s.io/v1/AdmissionConfiguration",
	"apiserver.config.k8s.io/v1/ResourceQuotaConfiguration",
	"audit.k8s.io/v1/Event",
	"eventratelimit.admission.k8s.io/v1alpha1/Configuration",
	"pod-security.admission.config.k8s.io/v1/PodSecurityConfiguration",
	"podtolerationrestriction.admission.k8s.io/v1alpha1/Configuration",
	"v1/Binding",
}
