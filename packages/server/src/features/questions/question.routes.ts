// /v1/questions/daily.
import { endpoints } from '@challenge-service/contract'
import { read, write, type Route } from '../route.ts'
import { readDaily, voteDaily } from './question.service.ts'

export const questionRoutes = (): readonly Route[] => [
  read(endpoints.getDailyQuestion, readDaily),
  write(endpoints.voteDailyQuestion, voteDaily),
]
