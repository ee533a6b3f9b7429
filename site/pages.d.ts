/** A group of the navigation. */
interface SidebarGroup {
  readonly text: string
  readonly collapsed: boolean
  readonly items: readonly {readonly text: string, readonly link: string}[]
}

export declare function isPage(path: string): boolean
export declare function sitePath(path: string): string
export declare function pageAddress(path: string): string
export declare function linkTarget(href: string, from: string, root: string, repository: string): string | undefined
export declare function sidebarOf(index: string): readonly SidebarGroup[]
export declare function baseOf(docsUrl: string): string
