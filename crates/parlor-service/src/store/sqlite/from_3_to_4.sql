-- How a file of format 3 becomes one of format 4. The number alone changes: since format 4, the
-- JSON has the evidence for a hint instead of a sentence, and no name of a person who gave none.
-- Both forms are read, in archived games, too; an older program reads only the older one.
PRAGMA user_version = 4;
