// The names of container images, as the server reads them to choose a pull policy (distribution/reference
// `ParseNormalizedNamed`; spec pod 2).

const hostPart = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?'

const registry = `(?:${hostPart}(?:\\.${hostPart})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`

const component = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*'

const digest = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9A-Fa-f]{32,}'

const referencePattern = new RegExp(`^(?:${registry}/)?(${component}(?:/${component})*)(?::([\\w][\\w.-]{0,127}))?(?:@(${digest}))?$`)

const digestPattern = /^(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})$/

const longestPath = 255

/** Longer names of images are invalid. */
const longestName = 4096

/** `Always` for an image with the tag `latest`, or without tag and digest; otherwise `IfNotPresent`, also for invalid image names. */
export function defaultPullPolicy(image: string): 'Always' | 'IfNotPresent' {
  const last = image.slice(image.lastIndexOf('/') + 1)
  // Another tag, or a digest: the rest of the name does not matter.
  if (last.includes(':') && !last.includes(':latest')) return 'IfNotPresent'
  if (image.length > longestName || /^[a-f0-9]{64}$/.test(image)) return 'IfNotPresent'
  const {domain, rest} = splitDomain(image)
  const [, path = '', tag = '', found = ''] = referencePattern.exec(`${domain}/${rest}`) ?? []
  const isRead = path !== '' && path.length <= longestPath && (found === '' || digestPattern.test(found))
  return isRead && (tag === 'latest' || (tag === '' && found === '')) ? 'Always' : 'IfNotPresent'
}

const hub = 'docker.io'

/** Splits the name of an image into the registry and the rest (`splitDockerDomain`). */
function splitDomain(image: string): {readonly domain: string, readonly rest: string} {
  const slash = image.indexOf('/')
  const first = image.slice(0, Math.max(slash, 0))
  const isDomain = first === 'localhost' || /[.:]/.test(first) || first !== first.toLowerCase()
  const domain = !isDomain || first === 'index.docker.io' ? hub : first
  const rest = isDomain ? image.slice(slash + 1) : image
  return {domain, rest: domain === hub && !rest.includes('/') ? `library/${rest}` : rest}
}
