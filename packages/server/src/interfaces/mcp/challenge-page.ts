// The page of a challenge on the site.
import { challengePath } from '../http/site-links.ts'

export const challengePage = (siteUrl: string, id: string): string => siteUrl + challengePath(id)
