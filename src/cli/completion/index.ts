import {bashCompletion} from './bash.js'
import {fishCompletion} from './fish.js'
import type {CompletionModel} from './model.js'
import {zshCompletion} from './zsh.js'

/** The functions that generate completion scripts, by shell. */
export const completions = {bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion} satisfies Record<string, (model: CompletionModel) => string>

export {completionModel} from './model.js'
