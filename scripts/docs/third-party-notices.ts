import {existsSync, readdirSync, readFileSync} from 'node:fs'

import {groupBy} from '../../src/machinery/collections/group-by.js'

/** The path of the notices in the repository, the package and the image. */
export const noticesPath = 'THIRD-PARTY-NOTICES.txt'

/** Written by the build: the folders of the packages from which code is in dist/. */
const bundledPath = 'dist/bundled-packages.json'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
}

/** The beginning of the notices. */
const introductionOf = (what: string): string => `Third-party notices
===================

${what} code of the packages below, each under its own license. The tables of the Kubernetes API (its
fields, kinds and messages) are derived from Kubernetes, Copyright The Kubernetes Authors, under the Apache License 2.0.
That is also the license of kadm (see LICENSE).
`

const rule = '-'.repeat(80)

/** The license of a package: its copyright notices, and the terms that follow them. */
interface License {
  /** Name, version and license of the package, with the copyright notices. */
  readonly notice: string
  readonly terms: string
}

/**
 * Returns the notices of the program, from the list that the last build wrote.
 *
 * @throws Error if there is no build, or if a bundled package has no license text
 */
export function thirdPartyNotices(): string {
  if (!existsSync(bundledPath)) throw new Error(`there is no ${bundledPath}: run \`npm run build\` first`)
  return noticesOf('The program in dist/ contains', JSON.parse(readFileSync(bundledPath, 'utf8')) as readonly string[])
}

/**
 * Returns the full license of each version of a package. Terms that several packages share are printed once.
 *
 * @param what the beginning of a sentence: what contains the packages
 * @param folders the folders of the packages
 * @throws Error if a package has no license text
 */
export function noticesOf(what: string, folders: readonly string[]): string {
  const groups = groupBy(folders.map(licenseOf), ({terms}) => terms.replaceAll(/\s+/g, ' '))
  return [introductionOf(what), ...[...groups.values()].map(sectionOf)].join('\n')
}

function sectionOf(licenses: readonly License[]): string {
  const notices = [...new Set(licenses.map(({notice}) => notice))]
  return `${rule}\n${notices.join('\n\n')}\n${rule}\n\n${licenses[0]?.terms ?? ''}\n`
}

function licenseOf(folder: string): License {
  const {name, version, license} = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest
  const texts = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i.test(file)).sort()
  if (texts.length === 0) throw new Error(`${folder} is bundled and has no license text: add one here, or do without the package`)
  const text = texts.map((file) => readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r\n', '\n').replaceAll(/[ \t]+$/gm, '').trim()).join('\n\n')
  const paragraphs = text.split(/\n{2,}/)
  const count = paragraphs.findLastIndex((paragraph) => /^\W*copyright (?:\(c\)|©|\d)/im.test(paragraph)) + 1
  return {notice: [`${name} ${version} (${license})`, ...paragraphs.slice(0, count)].join('\n'), terms: paragraphs.slice(count).join('\n\n')}
}
