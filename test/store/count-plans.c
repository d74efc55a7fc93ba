// For SQLite: `replans()` counts how often the statements of a connection were planned again.
#include "sqlite3ext.h"
SQLITE_EXTENSION_INIT1

static void count(sqlite3_context *context, int given, sqlite3_value **values) {
  sqlite3 *db = sqlite3_context_db_handle(context);
  sqlite3_stmt *statement = 0;
  sqlite3_int64 sum = 0;
  while ((statement = sqlite3_next_stmt(db, statement)) != 0)
    sum += sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_REPREPARE, 0);
  sqlite3_result_int64(context, sum);
}

int sqlite3_extension_init(sqlite3 *db, char **message, const sqlite3_api_routines *routines) {
  SQLITE_EXTENSION_INIT2(routines);
  return sqlite3_create_function(db, "replans", 0, SQLITE_UTF8, 0, count, 0, 0);
}
