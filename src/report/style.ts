import {Chalk, type ChalkInstance} from 'chalk'

/** Colours, or none. Reporters are given them, so that they themselves know of no terminal. */
export type Style = ChalkInstance

export const styleFor = (isColoured: boolean): Style => new Chalk({level: isColoured ? 1 : 0})
