/** One value of DER (X.690): its tag, and its content. */
interface Value {
  readonly tag: number
  readonly content: Buffer
}

const sequence = 0x30

const set = 0x31

/** The types `commonName` (2.5.4.3) and `organizationName` (2.5.4.10), encoded. */
const [commonName, organizationName] = ['550403', '55040a']

/** The encodings of the string types UTF8String, PrintableString, T61String and IA5String. */
const encodings: ReadonlyMap<number, BufferEncoding> = new Map([[0x0c, 'utf8'], [0x13, 'latin1'], [0x14, 'latin1'], [0x16, 'latin1']])

/**
 * Returns the organizations in the subject of a certificate request (PKCS #10), which are the groups of a Kubernetes user.
 *
 * @param request the request as PEM in base64, as a CertificateSigningRequest holds it
 * @returns undefined for anything else
 */
export const organizationsOf = (request: string): string[] | undefined => attributesOf(request, organizationName)

/** Returns the common name in the subject of a certificate request, the last of several; undefined for anything else. */
export function commonNameOf(request: string): string | undefined {
  const names = attributesOf(request, commonName)
  return names && (names.at(-1) ?? '')
}

/** The texts of a type in the subject of a certificate request; undefined for anything else. */
function attributesOf(request: string, type: string): string[] | undefined {
  const pem = /-----BEGIN CERTIFICATE REQUEST-----\r?\n([A-Za-z0-9+/=\s]+)-----END CERTIFICATE REQUEST-----/.exec(Buffer.from(request, 'base64').toString('latin1'))?.[1]
  const [whole] = valuesIn(Buffer.from(pem ?? '', 'base64'), sequence) ?? []
  const [info] = valuesIn(whole?.content, sequence) ?? []
  const [, subject] = valuesIn(info?.content) ?? []
  const names = subject?.tag === sequence ? valuesIn(subject.content, set) : undefined
  return names?.flatMap(({content}) => valuesIn(content, sequence) ?? []).flatMap((attribute) => textOf(attribute, type))
}

function textOf({content}: Value, wanted: string): string[] {
  const [type, value] = valuesIn(content) ?? []
  const encoding = value && encodings.get(value.tag)
  return value !== undefined && encoding !== undefined && type?.content.toString('hex') === wanted ? [value.content.toString(encoding)] : []
}

/** Reads the values that follow one another; undefined if the bytes are cut off, or if a value has another tag. */
function valuesIn(bytes: Buffer | undefined, tag?: number): Value[] | undefined {
  const values: Value[] = []
  let rest = bytes ?? Buffer.alloc(0)
  while (rest.length > 0) {
    const header = headerOf(rest)
    if (header === undefined || (values.length === 0 && tag !== undefined && rest[0] !== tag)) return undefined
    const end = header.size + header.length
    values.push({tag: rest[0] ?? 0, content: rest.subarray(header.size, end)})
    rest = rest.subarray(end)
  }
  return values
}

/** Returns the size of the tag and the length, and the length of the content. */
function headerOf(bytes: Buffer): {readonly size: number, readonly length: number} | undefined {
  const first = bytes[1] ?? 0x80
  const more = first < 0x80 ? 0 : first - 0x80
  if (first === 0x80 || more > 4 || bytes.length < 2 + more) return undefined
  const [size, length] = [2 + more, more === 0 ? first : bytes.readUIntBE(2, more)]
  return bytes.length < size + length ? undefined : {size, length}
}
