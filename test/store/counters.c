// For SQLite, of the statements of a connection: `replans()` counts how often they were planned again, `steps()` the
// steps that they took since it was last asked. Once it is loaded, every connection that is opened has both.
#include "sqlite3ext.h"
SQLITE_EXTENSION_INIT1

static sqlite3_int64 sum_of(sqlite3_context *context, int counter, int begins_anew) {
  sqlite3 *db = sqlite3_context_db_handle(context);
  sqlite3_stmt *statement = 0;
  sqlite3_int64 sum = 0;
  while ((statement = sqlite3_next_stmt(db, statement)) != 0)
    sum += sqlite3_stmt_status(statement, counter, begins_anew);
  return sum;
}

static void replans(sqlite3_context *context, int given, sqlite3_value **values) {
  sqlite3_result_int64(context, sum_of(context, SQLITE_STMTSTATUS_REPREPARE, 0));
}

static void steps(sqlite3_context *context, int given, sqlite3_value **values) {
  sqlite3_result_int64(context, sum_of(context, SQLITE_STMTSTATUS_VM_STEP, 1));
}

static int add_functions(sqlite3 *db, char **message, const sqlite3_api_routines *routines) {
  sqlite3_create_function(db, "replans", 0, SQLITE_UTF8, 0, replans, 0, 0);
  return sqlite3_create_function(db, "steps", 0, SQLITE_UTF8, 0, steps, 0, 0);
}

int sqlite3_extension_init(sqlite3 *db, char **message, const sqlite3_api_routines *routines) {
  SQLITE_EXTENSION_INIT2(routines);
  sqlite3_auto_extension((void (*)(void))add_functions);
  add_functions(db, message, routines);
  return SQLITE_OK_LOAD_PERMANENTLY;
}
