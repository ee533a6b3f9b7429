import type {Rule} from '../../machinery/field/rule.js'

/** A request with the name alice, and its signature. */
const signed = 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlHUE1FTUNBUUF3RURFT01Bd0dBMVVFQXd3RllXeHBZMlV3S2pBRkJnTXJaWEFESVFBU0lBanNaUnExQ0'
  + 'J6dgpVbUI3V3czUlJPQkR6d2NQOGlBTmMwSEg2Z2EvRXFBQU1BVUdBeXRsY0FOQkFCZEhjL0wwbEpCdjJWNUlVY1dlCk5Qak5TRjVMMXFVK3M1d083YmVzQ3h0N1I2K2ZJ'
  + 'UE5rZG9YRzBSTEZDNERjVEdlVEg5dGRlb2FsY0FNeDUrK1kKNkFFPQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K'

const request = (spec: string): string => `apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata:
  name: alice
spec:
${spec}`

/** The rules for CertificateSigningRequests. */
export const rules: readonly Rule[] = [
  {
    id: 'certificate-signing-request/request',
    severity: 'error',
    summary: 'The request is PKCS #10 in PEM, with a right signature.',
    source: 'certificates validation validateCSR',
    example: request(`  request: YWxpY2U=
  signerName: kubernetes.io/kube-apiserver-client
  usages: [client auth]
`),
    fix: 'Write the output of `openssl req -new` in base64: `base64 -w0 < alice.csr`.',
  },
  {
    id: 'certificate-signing-request/usages',
    severity: 'error',
    summary: 'A request has one or more known usages, each once.',
    source: 'certificates validation validateCertificateSigningRequest',
    example: request(`  request: ${signed}
  signerName: kubernetes.io/kube-apiserver-client
  usages: [client]
`),
    fix: 'Write usages such as `client auth`.',
  },
  {
    id: 'certificate-signing-request/signer-name',
    severity: 'error',
    summary: 'The name of a signer is a domain and a path.',
    source: 'core validation ValidateSignerName',
    example: request(`  request: ${signed}
  signerName: kube-apiserver-client
  usages: [client auth]
`),
    fix: 'Write a name such as `kubernetes.io/kube-apiserver-client`.',
  },
  {
    id: 'certificate-signing-request/expiration',
    severity: 'error',
    summary: 'A certificate is valid for ten minutes or longer.',
    source: 'certificates validation validateCertificateSigningRequest',
    example: request(`  request: ${signed}
  expirationSeconds: 60
  signerName: kubernetes.io/kube-apiserver-client
  usages: [client auth]
`),
    fix: 'Write at least `600`, or leave the field out.',
  },
]
