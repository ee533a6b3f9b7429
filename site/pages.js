// Where the files of the repository are on the site: pure functions of paths.
import {existsSync, readFileSync, statSync} from 'node:fs'
import {posix} from 'node:path'

/** Pages outside docs/, and their places on the site. */
const otherPages = {
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security.md',
  'samples/README.md': 'samples.md',
}

/** Patterns of files that are pages. All others are none, as VitePress takes the root of the repository as its folder. */
export const pagePatterns = ['docs/**/*.md', ...Object.keys(otherPages)]

/** True if a file is a page of the site. */
export const isPage = (path) => Object.hasOwn(otherPages, path) || /^docs\/.*\.md$/.test(path)

/** Returns the place of a page on the site: `docs/rules/README.md` is `rules/index.md`. */
export const sitePath = (path) => otherPages[path] ?? path.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md')

/** Returns the address of a page, below the base of the site: `/rules/` and `/rules/resources/hugepages.html`. */
export const pageAddress = (path) => `/${sitePath(path).replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}`

/**
 * Returns the target of a relative link of a page on the site. A link to a file that is no page leads to the repository; it is
 * undefined while the repository has no public address. Links to missing files are returned unchanged, so that VitePress reports them.
 *
 * @param from The path of the page in the repository
 * @param repository The address of the repository, empty if it has none
 */
export function linkTarget(href, from, root, repository) {
  if (/^(?:[a-z][a-z+.-]*:|#|\/\/)/i.test(href)) return href
  const [path, anchor = ''] = decodeURI(href).split(/(?=#)/)
  const target = posix.join(posix.dirname(from), path).replace(/\/$/, '')
  if (isPage(target)) return `${pageAddress(target)}${anchor}`
  if (/^schemas\/[\w.-]+\.json$/.test(target)) return `/${target}`
  if (!existsSync(`${root}/${target}`)) return href
  const index = `${target}/README.md`
  if (statSync(`${root}/${target}`).isDirectory() && isPage(index)) return `${pageAddress(index)}${anchor}`
  return repository === '' ? undefined : `${repository}/blob/main/${target}${anchor}`
}

/**
 * Reads the navigation from the page that lists all others: a group for each heading of the second level, and an item for each link in its list.
 *
 * @param index The text of docs/README.md
 */
export function sidebarOf(index) {
  const [, ...groups] = index.split(/^## /m)
  return groups.map((group) => {
    const [text] = group.split('\n')
    const items = [...group.matchAll(/^- \[([^\]]+)\]\(([^)#]+)\)/gm)].map(([, title, href]) => ({text: title, link: pageAddress(posix.join('docs', href))}))
    return {text, items}
  }).filter(({items}) => items.length > 0)
}

/** Returns the folder and the address of the site from the setting `docsUrl` of package.json. */
export function baseOf(docsUrl) {
  if (docsUrl === '') return '/'
  return new URL(`${docsUrl.replace(/\/+$/, '')}/`).pathname
}

/** Reads the settings of the repository. */
export function readSettings(root) {
  const {version, docsUrl, repository} = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  return {version, docsUrl, repository: repository?.url.replace(/^git\+|\.git$/g, '') ?? ''}
}
