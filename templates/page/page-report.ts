// The page of report: several views of a profile.

import { Profile } from "./profile";
import { Report } from "./report";
import { ReportParts } from "./reportparts";
import { start } from "./start";

void start(ReportParts, (parts, app) => void new Report(new Profile(parts), app));
