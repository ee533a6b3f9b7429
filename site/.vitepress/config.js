// The documentation site: docs/ and a few other pages of the repository, built by VitePress (`npm run site` in the root).
import {slug} from 'github-slugger'
import {cpSync, readdirSync, readFileSync} from 'node:fs'
import {resolve} from 'node:path'
import {fileURLToPath} from 'node:url'
import {defineConfig} from 'vitepress'

import {configureMarkdown} from '../markdown.js'
import {baseOf, isPage, readSettings, sidebarOf, sitePath} from '../pages.js'

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))
const {version, docsUrl, repository} = readSettings(root)

/** The folders without pages, and the files outside docs/ that are none. */
const excluded = [
  ...readdirSync(root, {withFileTypes: true}).filter((entry) => entry.isDirectory() && !['docs', 'samples'].includes(entry.name)).map(({name}) => `${name}/**`),
  ...readdirSync(root).filter((name) => name.endsWith('.md') && !isPage(name)), 'samples/*/**',
]

/** Resolves packages that pages import from the packages of the site: pages are outside its folder. */
const packagesOfSite = {
  name: 'packages-of-site',
  enforce: 'pre',
  resolveId(id, importer, options) {
    if (importer?.includes('.md') !== true || !/^vue(?:$|\/)/.test(id)) return undefined
    return this.resolve(id, fileURLToPath(import.meta.url), {...options, skipSelf: true})
  },
}

export default defineConfig({
  title: 'kadm',
  description: 'What would the Kubernetes API server say? Documentation of kadm.',
  lang: 'en',
  base: baseOf(docsUrl),
  // Without an icon, browsers ask for /favicon.ico.
  head: [['link', {rel: 'icon', href: 'data:,'}]],
  srcDir: '..',
  outDir: './dist',
  cacheDir: './.cache',
  srcExclude: excluded,
  rewrites: sitePath,
  ignoreDeadLinks: false,
  metaChunk: true,
  markdown: {
    theme: {light: 'github-light-high-contrast', dark: 'github-dark-high-contrast'},
    anchor: {slugify: slug},
    config: (md) => configureMarkdown(md, root, repository),
  },
  vite: {
    plugins: [packagesOfSite],
    build: {chunkSizeWarningLimit: 3000},
  },
  buildEnd: ({outDir}) => cpSync(`${root}/schemas`, `${outDir}/schemas`, {recursive: true}),
  themeConfig: {
    nav: [
      {text: 'Start', link: '/start.html'},
      {text: 'Commands', link: '/commands.html'},
      {text: 'Rules', link: '/rules/'},
      // Not a page of VitePress: scripts/site.js builds it.
      {text: 'Playground', link: '/try/', target: '_self'},
      {text: `Version ${version}`, link: '/changelog.html'},
    ],
    sidebar: sidebarOf(readFileSync(`${root}/docs/README.md`, 'utf8')),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          // Lists contain the words of all that they list: pages with a word in their title come first.
          searchOptions: {boost: {title: 8, text: 1, titles: 1}, boostDocument: (id) => /\/rules\/(?:#|index|$)|\/(?:changelog|adr|spec)\b/.test(id) ? 0.2 : 1},
        },
      },
    },
  },
})
