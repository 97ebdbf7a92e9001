// The page of report: several views of a profile.

import { Parts } from "./profile/parts";
import { Profile } from "./profile/profile";
import { Report } from "./report/report";
import { start } from "./start";

void start(Parts, (parts, app) => void new Report(new Profile(parts), app));
