import {createHash} from 'node:crypto'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Page} from 'playwright-core'

import Capacity from '../../commands/capacity.js'
import Lint from '../../commands/lint.js'
import Replay from '../../commands/replay.js'
import Simulate from '../../commands/simulate.js'
import {runCommand} from '../helpers/run-command.js'
import {root} from '../helpers/run-kadm.js'
import {settled} from './playground-page.js'

/** A picture of a page in the guides. */
export interface Picture {
  /** Texts that the picture shows: those that its description in the guides mentions. */
  readonly shows: readonly string[]
  readonly height: number
  readonly colorScheme: 'light' | 'dark'
  /** The page of a report, or the texts that the page is made of. */
  readonly source: () => Promise<string>
  /** True for the playground, which a server serves. */
  readonly isPlayground?: boolean
}

/** The width of each picture. */
export const pictureWidth = 1100

/** The pixels of a picture for each pixel of its page. */
export const pictureScale = 1.5

const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {readonly version: string}

/** Returns the page that a command prints for samples. */
async function pageOf(command: Parameters<typeof runCommand>[0], args: string): Promise<string> {
  const before = process.cwd()
  process.chdir(root)
  try {
    const {stdout} = await runCommand(command, ...args.split(' '), '-o', 'html')
    // A release changes no picture.
    return stdout.replaceAll(`kadm ${version}`, 'kadm')
  } finally {
    process.chdir(before)
  }
}

const misspelt = 'samples/limit-range/misspelt.yaml'

/** The files that the playground in the picture is made of. */
const playgroundFiles = ['browser/playground/index.html', 'browser/playground/main.css', 'browser/playground/editor.ts', 'browser/playground/main.ts', 'browser/report/style.css', misspelt]

/** The pictures by the names of their files, in docs/images/. */
export const pictures: Readonly<Record<string, Picture>> = {
  'page-lint': {
    shows: ['2 errors, 1 warning, 2 infos', 'Severity', 'samples/limit-range/misspelt.yaml'], height: 800, colorScheme: 'light',
    source: () => pageOf(Lint, `${misspelt} samples/metadata-policy/mistakes`),
  },
  'page-simulate': {
    shows: ['9 objects: 6 admitted, 3 denied', 'Forbidden by ResourceQuota', 'count/configmaps: requested 1, used 1 of 1: 1 too much'], height: 800, colorScheme: 'light',
    source: () => pageOf(Simulate, 'samples/quota/app -p samples/quota/policies'),
  },
  'page-capacity': {
    shows: ['1 of 1 bound too low', 'autoscaler maximum', '1500m to 10 of 4'], height: 860, colorScheme: 'light',
    source: () => pageOf(Capacity, 'samples/workloads/autoscaler'),
  },
  'page-replay': {
    shows: ['170 requests: 47 accepted, 123 rejected', 'fewest tokens left', 'Each step has 1 second'], height: 700, colorScheme: 'light',
    source: () => pageOf(Replay, 'samples/event-rate-limit/emitted.jsonl --admission-config samples/event-rate-limit/tight.yaml'),
  },
  'playground': {
    shows: ['misspelt.yaml', 'unknown field', 'Fix'], height: 620, colorScheme: 'dark', isPlayground: true,
    source: async () => [...playgroundFiles.map((path) => readFileSync(join(root, path), 'utf8')), await pageOf(Lint, misspelt)].join('\n'),
  },
}

/** Returns the checksum of what a picture is made of. It changes when the picture must be made again. */
export const checksum = (source: string): string => createHash('sha256').update(source).digest('hex')

/** Shows a finding in the playground, with its explanation. */
export async function showFinding(page: Page): Promise<void> {
  await page.locator('#example').selectOption({label: 'limit range: misspelt'})
  await settled(page)
  await page.locator('.cm-lintRange').first().hover()
  await page.locator('.cm-tooltip-lint').waitFor()
}

/** Returns a picture of what the window shows, in WebP. */
export async function pictureOf(page: Page): Promise<Buffer> {
  await page.bringToFront()
  await page.evaluate('document.fonts.ready')
  const session = await page.context().newCDPSession(page)
  const {width, height} = page.viewportSize() ?? {width: pictureWidth, height: 0}
  const {data} = await session.send('Page.captureScreenshot', {format: 'webp', quality: 80, clip: {x: 0, y: 0, width, height, scale: pictureScale}})
  return Buffer.from(data, 'base64')
}

/** Returns the width and the height of a picture in the extended form of WebP, which Chromium writes. */
export function sizeOf(webp: Buffer): {readonly width: number, readonly height: number} {
  if (webp.toString('latin1', 8, 16) !== 'WEBPVP8X') throw new Error('this is no WebP in its extended form')
  return {width: webp.readUIntLE(24, 3) + 1, height: webp.readUIntLE(27, 3) + 1}
}
