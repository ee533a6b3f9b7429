import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'

/** A page of docs/spec: the numbers of its headings, and the numbered cases below each. */
export interface SpecPage {
  readonly headings: ReadonlySet<string>
  readonly cases: ReadonlyMap<string, ReadonlySet<number>>
}

export type SpecPages = ReadonlyMap<string, SpecPage>

const heading = /^#{2,3} (\d+(?:\.\d+)*)\.? /

/** Reads the headings and cases of a page. The cases of a subsection are also cases of the sections around it. */
export function readSpecPage(text: string): SpecPage {
  const cases = new Map<string, Set<number>>()
  let around: string[] = []
  for (const line of text.split('\n')) {
    const section = heading.exec(line)?.[1]
    if (section !== undefined) {
      const steps = section.split('.')
      around = steps.map((_, i) => steps.slice(0, i + 1).join('.'))
      cases.set(section, new Set())
    }
    const item = /^(\d+)\. /.exec(line)?.[1]
    if (item !== undefined) for (const each of around) cases.get(each)?.add(Number(item))
  }
  return {headings: new Set(cases.keys()), cases}
}

/** Reads all pages of a folder but its README, by name. */
export const readSpecPages = (folder: string): SpecPages => new Map(readdirSync(folder)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => [name.replace(/\.md$/, ''), readSpecPage(readFileSync(join(folder, name), 'utf8'))]))

/** Joins the lines of comments, as a citation can span two lines. */
const withoutBreaks = (text: string): string => text.replace(/\n\s*(?:\*|\/\/|#)(?!\/) ?/g, ' ')

/** Reports citations of missing headings or cases, and citations in another form. */
export function citationErrors(source: string, pages: SpecPages): string[] {
  const text = withoutBreaks(source)
  return [...new Set([...danglingCitations(text, pages), ...otherForms(text, pages), ...wrongTitles(text, pages)])]
}

const alternatives = (pages: SpecPages): string => [...pages.keys()].sort((a, b) => b.length - a.length).join('|')

function danglingCitations(text: string, pages: SpecPages): string[] {
  const citation = new RegExp(`\\bspec (${alternatives(pages)}) (\\d+(?:\\.\\d+)*)(?: case (\\d+))?`, 'g')
  return [...text.matchAll(citation)].flatMap(([whole, name = '', section = '', item]) => {
    const page = pages.get(name)
    if (page?.headings.has(section) !== true) return [`${whole}: docs/spec/${name}.md has no heading ${section}`]
    return item === undefined || page.cases.get(section)?.has(Number(item)) === true ? [] : [`${whole}: section ${section} of docs/spec/${name}.md has no case ${item}`]
  })
}

function otherForms(text: string, pages: SpecPages): string[] {
  const names = alternatives(pages)
  const forms = [
    `\\b(?:${names}) spec(?:ification)?,? \\(?[\\dV]`, `\\bspec (?:${names})(?=[.,;:)])`, `\\bspec (?:${names}) \\d[\\d.]*(?:,| and| to|-) ?\\d`,
    '(?<![\\w./-]|semver\\.org )spec \\d', '(?<!docs/)\\b(?:kinds|apimachinery|limitranger|metadatapolicy|eventratelimit|resourcequota|more-kinds)\\.md', '§', '\\b[Ss]ections? \\d',
    '\\bdesign section', '\\bedge cases? \\d', '\\b[Ss]pecification of (?:LimitRanger|ResourceQuota|EventRateLimit|MetadataPolicy|workloads)',
  ]
  return forms.flatMap((form) => [...text.matchAll(new RegExp(form, 'g'))])
    .map(({0: found, index}) => `${text.slice(Math.max(0, index - 20), index + found.length + 20).trim()}: write "spec PAGE SECTION"`)
}

/** Reports test names that begin with unknown case numbers, in a file whose tests have the case numbers of a section. */
function wrongTitles(text: string, pages: SpecPages): string[] {
  const [, name = '', section = ''] = /\bof the cases of spec ([a-z-]+) (\d+(?:\.\d+)*)/.exec(text) ?? []
  const cases = pages.get(name)?.cases.get(section)
  if (cases === undefined) return []
  return [...text.matchAll(/\b(?:it|describe)\(['"`](\d+(?:, \d+)*): /g)].flatMap(([title, numbers = '']) =>
    numbers.split(', ').every((number) => cases.has(Number(number))) ? [] : [`${title}: section ${section} of docs/spec/${name}.md has no such case`])
}
