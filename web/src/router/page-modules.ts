import type { ComponentType } from 'react'
import type { RoutePath } from './routes'

export type PageModule = () => Promise<{ default: ComponentType }>
export type PageModules = Record<RoutePath, PageModule>

let modules: Partial<Record<string, PageModule>> = {}

export function setPageModules(next: Partial<PageModules>): void {
  modules = next
}

export const pageModuleOf = (path: string): PageModule | undefined => modules[path]
