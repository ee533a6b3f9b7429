/** Text that is no manifest and that people copy out of documents. */
export interface PastedText {
  readonly message: string
  readonly hint: string
}

interface Form extends PastedText {
  readonly pattern: RegExp
}

/** The beginnings of such texts. Line breaks may have become spaces, as YAML reads a text of several lines. */
const forms: readonly Form[] = [
  {
    pattern: /^\s*\$ (?:kubectl|kube-apiserver)\s/,
    message: 'this is a shell command', hint: 'write the object itself: kubectl get KIND NAME -o yaml prints it',
  },
  {
    pattern: /^\s*(?:Name:\s+\S+\s+(?:Namespace:\s+\S+\s+)?)?(?:Type\s+Resource\s+Min\s+Max|Resource\s+Used\s+Hard)\s/,
    message: 'this is what kubectl describe prints', hint: 'write the object itself: kubectl get KIND NAME -o yaml prints it',
  },
  {
    pattern: /^\s*Type\s+RequestBurst\s+RequestRefillRate\s/,
    message: 'this is a table', hint: 'write a Configuration of eventratelimit.admission.k8s.io/v1alpha1, with RequestBurst as burst and RequestRefillRate as qps',
  },
  {
    pattern: /^\s*(?:\|[^|\n]*)+\|\s+\|[\s:|-]+\|/,
    message: 'this is a table', hint: 'write the object itself: the names of resources are keys of spec.hard in a ResourceQuota, and of min, max and so on in a LimitRange',
  },
  {
    pattern: /^(?=[^]*(?:\bstruct\s*\{|\bjson:"|= "\w+"\s*\)))\s*(?:\/\/|type\s+\w+\s+\w+|const\s*\(|package\s+\w+)/,
    message: 'this is Go', hint: 'write the object itself: its fields have the names after json: in the Go type',
  },
  {
    pattern: /^\s*if LimitRangeItem\./,
    message: 'this is pseudocode', hint: 'there is nothing to write: the API server fills in the defaults of a LimitRange',
  },
]

/** Identifies a text that is not a manifest; undefined if it is unknown. */
export const pastedText = (text: string): PastedText | undefined => forms.find(({pattern}) => pattern.test(text.slice(0, longest)))

/** The length of the beginning that is searched. */
const longest = 4096
