// The page of a challenge on the site.

export const challengePage = (siteUrl: string, id: string): string => `${siteUrl}/challenges/${id}`
